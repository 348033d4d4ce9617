// What the phone's page shows around the form: what waits, what is asked, totals, strip.
(() => {
  "use strict";
  const QV = (window.QV = window.QV || {});
  const byId = (id) => document.getElementById(id);
  const names = () => QV.page.setup.names;

  function make(tag, text, look = "") {
    const made = document.createElement(tag);
    made.textContent = text;
    made.className = look;
    return made;
  }

  // A deal in words, for people who compare it with the paper.
  function told(deal) {
    if (!deal) return QV.say("nothing");
    if (deal.kind === "drawn") return QV.say("drawn");
    const name = names()[deal.winner].short;
    if (!deal.discarder) return QV.say("selfDraw", { name });
    return QV.say("wins", { name, off: names()[deal.discarder].short });
  }

  const withPoints = (deal) => (deal && deal.points ? `${told(deal)}, ${deal.points}` : told(deal));

  // `refill` is an entry that is taken away: its values go back into the form, to be corrected.
  function button(text, look, act, refill = null) {
    const made = make("button", text, look);
    made.type = "button";
    made.addEventListener("click", () => {
      act();
      QV.page.leaveWaiting();
      QV.page.render();
      if (refill && QV.page.entry.number === refill.number) QV.page.entry.fill(refill.deal);
      QV.page.send();
    });
    return made;
  }

  // One entry that the server did not take as it was: both values, and the choice.
  function question(item) {
    const { queue } = QV.page;
    const shown = make("li", "", "face now");
    const { standing, message } = item.problem;
    if (message === undefined) {
      const version = standing ? standing.version : 0;
      shown.append(
        make("p", QV.say("conflict", { hand: item.number }), "why"),
        button(QV.say("keep", { value: withPoints(standing) }), "btn ink wide", () => queue.remove(item.id)),
        button(QV.say("replace", { value: withPoints(item.deal) }), "btn ink wide", () =>
          queue.change(item.id, { version, problem: undefined }),
        ),
      );
    } else {
      shown.append(
        make("p", `${QV.say("refused", { hand: item.number })} ${message}`, "why"),
        make("p", item.deal ? withPoints(item.deal) : "", "cap"),
        button(QV.say("again"), "btn wide", () => queue.change(item.id, { problem: undefined })),
        button(QV.say("drop"), "btn plain", () => queue.remove(item.id), QV.page.entry && item.deal ? item : null),
      );
    }
    return shown;
  }

  function line(item) {
    const shown = document.createElement("li");
    const isUndo = item.op === "undo";
    shown.append(
      make("b", item.number),
      make("span", isUndo ? QV.say("undoing", { hand: item.number }) : told(item.deal)),
      make("b", isUndo || !item.deal.points ? "–" : item.deal.points),
    );
    return shown;
  }

  QV.showWaiting = (items) => {
    const { queue } = QV.page;
    const waiting = items.filter((one) => !one.problem);
    byId("queued").hidden = !waiting.length || (!queue.offline && !queue.blocked);
    byId("queued").querySelector("ul").replaceChildren(...[...waiting].reverse().map(line));
    byId("conflicts").replaceChildren(...items.filter((one) => one.problem).map(question));
    const trouble = byId("trouble");
    trouble.hidden = !queue.blocked && !(queue.offline && waiting.length);
    if (queue.blocked) trouble.textContent = queue.blocked === "reopen" ? QV.say("reopen") : queue.blocked;
    else trouble.textContent = QV.say(queue.safe ? "offline" : "unsafe", { count: waiting.length });
  };

  QV.showTable = (merged, items) => {
    const { setup } = QV.page;
    const lastHand = QV.page.state().lastHand;
    const number = merged.next || merged.last;
    const order = setup.order[number - 1];
    byId("title").textContent = QV.say("title", { hand: number });
    const round = Math.floor((number - 1) / 4);
    const hanzi = make("span", "東南西北"[round], "w");
    hanzi.lang = "zh-Hant";
    hanzi.setAttribute("aria-hidden", "true");
    byId("round").replaceChildren(hanzi, ` ${QV.say(`round${round}`, { name: names()[order[0]].short })}`);
    const marks = QV.marks(merged, lastHand);
    byId("strip").querySelectorAll("i").forEach((tick, index) => (tick.className = marks[index]));
    byId("undo").hidden = !merged.last;
    byId("undo").querySelector("button").textContent = QV.say("undo", { hand: merged.last });
    scores(merged, order);
    const over = byId("over");
    over.hidden = QV.now() < Date.parse(over.dataset.ends) || !merged.last || marks.includes("m") || items.length > 0;
    over.elements.last_hand.value = merged.last;
    over.querySelector("button").textContent = QV.say("wasLast", { hand: merged.last });
  };

  function scores(merged, order) {
    const total = (row) => merged.totals["ABCD".indexOf(row.dataset.seat)];
    const rows = [...byId("scores").children];
    const winds = [...document.querySelectorAll("#hand .g4 .wl")];
    for (const row of rows) {
      row.querySelector(".wl").replaceWith(winds[order.indexOf(row.dataset.seat)].cloneNode(true));
      row.querySelector("b").textContent = QV.signed(total(row));
    }
    rows.sort((one, other) => total(other) - total(one) || (one.dataset.seat < other.dataset.seat ? -1 : 1));
    byId("scores").replaceChildren(...rows);
    if (merged.last) byId("after").textContent = QV.say("after", { hand: merged.last });
  }

  // "Every hand" as the server has it, read anew whenever somebody opens it.
  document.querySelector("details.all")?.addEventListener("toggle", async (event) => {
    if (!event.target.open) return;
    try {
      const text = await (await fetch(QV.page.root.dataset.base)).text();
      const found = new DOMParser().parseFromString(text, "text/html").querySelector("details.all table");
      if (found) event.target.querySelector("table").replaceWith(found);
    } catch {
      // Without network the last known list stays.
    }
  });
})();
