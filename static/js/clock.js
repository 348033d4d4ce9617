// Count down on screens by the server's clock: right again after sleep, reload and restarts.
//
// The hall's screen (#hall) carries moments in milliseconds; what the server calls "now" comes with
// every answer, so a wrong clock of this machine does no harm. A phone has it from its page
// (data-now). Elsewhere than on the screen [data-until] holds a date.
(() => {
  const PAGE_MILLISECONDS = 12000;
  let offset = 0; // the server's time less ours
  const now = () => Date.now() + offset;
  window.QV = Object.assign(window.QV || {}, { now });
  const two = (number) => String(number).padStart(2, "0");

  function left(milliseconds) {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    const rest = two(seconds % 60);
    return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
  }

  function learnTime(text) {
    if (text) offset = Number(text) - Date.now();
  }

  function showHall(hall) {
    const moment = now();
    const { until, starts, ends, zone } = hall.dataset;
    const count = hall.querySelector("[data-count]");
    if (count && until) {
      count.textContent = left(Number(until) - moment);
      count.classList.toggle("long", count.textContent.length > 5);
    }
    const bar = hall.querySelector("[data-bar]");
    if (bar) {
      const share = (100 * (moment - starts)) / (ends - starts);
      bar.setAttribute("width", `${Math.min(100, Math.max(0, share)).toFixed(2)}%`);
    }
    hall.querySelector(".hnow").textContent = new Date(moment).toLocaleTimeString("en-GB", {
      timeZone: zone,
    });
    const pages = hall.querySelectorAll("[data-page]");
    const shown = Math.floor(moment / PAGE_MILLISECONDS) % (pages.length || 1);
    pages.forEach((page, index) => {
      page.hidden = index !== shown;
    });
    document.dispatchEvent(new CustomEvent("hall:tick", { detail: { moment, hall } }));
  }

  function show() {
    const hall = document.getElementById("hall");
    if (hall) showHall(hall);
    for (const clock of document.querySelectorAll("[data-until]:not(#hall)")) {
      clock.textContent = left(Date.parse(clock.dataset.until) - now());
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    learnTime(document.querySelector("[data-now]")?.dataset.now);
    if (!document.querySelector("[data-until]") && !document.getElementById("hall")) return;
    show();
    setInterval(show, 250);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    learnTime(event.detail.xhr?.getResponseHeader("Server-Time"));
  });
})();
