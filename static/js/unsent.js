// On the page of a link that has ended: entries that this phone could never send.
document.addEventListener("DOMContentLoaded", () => {
  "use strict";
  const section = document.getElementById("unsent");
  if (!section) return;
  const items = new window.QV.Queue(section.dataset.queue).read().filter((item) => item.op === "hand");
  const list = section.querySelector("ul");
  for (const { number, deal } of items) {
    const off = deal.discarder ? `${list.dataset.off} ${deal.discarder}` : list.dataset.self;
    const row = document.createElement("li");
    for (const [tag, text] of [
      ["b", number],
      ["span", deal.kind === "drawn" ? list.dataset.drawn : `${deal.winner} ${off}`],
      ["b", deal.points || "–"],
    ]) {
      row.appendChild(document.createElement(tag)).textContent = text;
    }
    list.append(row);
  }
  section.hidden = !items.length;
});
