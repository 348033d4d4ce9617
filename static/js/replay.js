// A hand step by step: arrow keys, Home and End, Space plays on by itself.
(() => {
  "use strict";
  const PACE = 1100; // milliseconds from step to step
  const KEYS = { ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last" };
  let timer = 0;

  const part = (name) => document.getElementById(`rp-${name}`);
  const atEnd = () => part("next").getAttribute("aria-disabled") === "true";

  function go(name) {
    const link = part(name);
    if (link.getAttribute("aria-disabled") !== "true") link.click();
  }

  function show() {
    const button = part("play");
    button.hidden = false;
    button.textContent = timer ? button.dataset.pause : button.dataset.play;
    button.disabled = !timer && atEnd();
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    show();
  }

  // The next step is asked for when the last one has come: a slow server is never hurried.
  function later() {
    timer = setTimeout(() => go("next"), PACE);
    show();
  }

  function toggle() {
    if (timer) stop();
    else if (!atEnd()) {
      later();
      go("next");
    }
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("#rp-play")) toggle();
    else if (event.isTrusted && event.target.closest(".rgo a, .rview a")) stop();
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target.matches("input, textarea, select")) return;
    if (event.key in KEYS) {
      if (timer) stop();
      go(KEYS[event.key]);
    } else if (event.key === " " && !event.target.matches("a, button, summary")) toggle();
    else return;
    event.preventDefault();
  });

  document.addEventListener("htmx:afterSettle", () => {
    part("live").textContent = part("say").textContent;
    if (!timer) return show();
    clearTimeout(timer);
    if (atEnd()) stop();
    else later();
  });

  for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(name, stop);
  }

  show();
})();
