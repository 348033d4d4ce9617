// The phone's page as a whole: what waits is sent when the server answers, and everything is shown.
(() => {
  "use strict";
  const QV = window.QV;
  const BEAT = 10000; // how often the phone says that it is there
  const PATIENCE = 15000; // how long an answer may take
  const byId = (id) => document.getElementById(id);
  const root = byId("phone");
  const setup = JSON.parse(byId("setup").textContent);
  let state = JSON.parse(byId("state").textContent);
  let waitView = false; // after saving without network: what is safe here, before the next hand

  const queue = new QV.Queue(setup.place, send, (body) => (state = body.state || state));
  const entry = root.dataset.mode === "enter" ? new QV.Entry(byId("hand"), setup, save) : null;
  QV.page = { root, setup, queue, entry, render, send: go, state: () => state, leaveWaiting: () => (waitView = false) };

  async function post(path, fields) {
    const body = new FormData(byId("post"));
    body.set("place", setup.place);
    for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) body.append(name, value);
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      const headers = { Accept: "application/json" };
      const answer = await fetch(root.dataset.base + path, { method: "POST", body, headers, signal: stop.signal });
      const isJson = (answer.headers.get("Content-Type") || "").startsWith("application/json");
      return { status: answer.status, body: isJson ? await answer.json() : null };
    } finally {
      clearTimeout(timer);
    }
  }

  function send(item) {
    const { number, version, key } = item;
    if (item.op === "undo") return post("undo/", { number, version, key });
    const { kind, winner, discarder, points, more } = item.deal;
    const win = { winner, discarder: discarder || "self", points, sure: "on", ...more };
    const fields = kind === "drawn" ? { winner: "drawn" } : win;
    return post(`hands/${number}/`, { version, key, ...fields });
  }

  async function go() {
    await queue.flush();
    if (!queue.offline && !queue.read().length) waitView = false;
    render();
  }

  async function save(number, deal) {
    queue.add({ op: "hand", number, deal, version: 0, key: QV.newKey() });
    render();
    await queue.flush();
    waitView = queue.read().length > 0;
    if (!waitView) byId("said").textContent = QV.say("stored", { hand: number });
    render();
    window.scrollTo(0, 0);
  }

  async function beat() {
    if (queue.busy) return;
    try {
      const unsent = queue.read().length;
      const { status, body } = await post("beat/", { unsent, version: state.version, mode: state.mode });
      if (queue.refuses(status, body)) return render();
      if (status !== 204 && !(body && body.state)) throw new Error(`answer ${status}`);
      queue.blocked = "";
      queue.offline = false;
      if (body) state = body.state;
    } catch {
      queue.offline = true;
    }
    await go();
  }

  // Another kind of page, or one without a form that has changed: the server shows it best.
  function outgrown() {
    const code = byId("id_code");
    if (queue.offline || queue.blocked || queue.read().length || (code && code.value)) return false;
    const shown = JSON.parse(byId("state").textContent);
    if (state.mode !== root.dataset.mode || `${state.seated}` !== `${shown.seated}`) return true;
    return !entry && state.version !== shown.version;
  }

  function render() {
    if (outgrown()) return location.reload();
    const items = queue.read();
    const merged = QV.merge(state, items);
    QV.showWaiting(items, merged);
    if (!entry) return;
    const asked = items.some((one) => one.problem);
    const open = Boolean(merged.next) && !asked && !waitView;
    byId("hand").hidden = !open;
    byId("onward").hidden = open || asked || !merged.next;
    if (merged.next) {
      entry.show(merged.next, merged.totals);
      byId("onward").querySelector("button").textContent = QV.say("enter", { hand: merged.next });
    }
    QV.showTable(merged, items);
  }

  // The last hand goes: here, if it was never sent, else on the server, when its turn comes.
  byId("undo")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const items = queue.read();
    const number = QV.merge(state, items).last;
    const waits = [...items].reverse().find((one) => one.op === "hand" && one.number === number && !one.problem);
    const deal = waits ? waits.deal : state.hands[number];
    if (waits && !waits.tried) queue.remove(waits.id);
    else queue.add({ op: "undo", number, key: waits ? waits.key : "", version: waits ? 0 : state.hands[number].version });
    waitView = false;
    byId("said").textContent = "";
    render();
    if (entry && !byId("hand").hidden && entry.number === number) entry.fill(deal);
    await go();
    if (!queue.read().length) byId("said").textContent = QV.say("undone", { hand: number });
  });

  byId("onward")?.addEventListener("click", () => {
    waitView = false;
    render();
    window.scrollTo(0, 0);
  });
  window.addEventListener("online", beat);
  window.addEventListener("pageshow", (event) => event.persisted && beat());
  document.addEventListener("visibilitychange", () => document.hidden || beat());
  document.addEventListener("DOMContentLoaded", () => {
    waitView = queue.read().length > 0;
    render();
    go();
    setInterval(beat, BEAT);
  });
})();
