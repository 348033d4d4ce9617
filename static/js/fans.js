// The list of fans: search in three languages, by value; what cannot be added is dimmed.
(() => {
  "use strict";
  const list = () => document.getElementById("fan-list");
  const rows = () => [...list().querySelectorAll("li[data-fan]")];
  const box = (row) => row.querySelector("input");
  const fold = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

  function filter() {
    const words = fold(document.getElementById("fan-search").value).split(/\s+/).filter(Boolean);
    const value = document.querySelector(".values [aria-pressed=true]");
    for (const row of rows()) {
      const points = Number(row.dataset.points);
      const fits = !value || (value.dataset.value === "16" ? points >= 16 : points === Number(value.dataset.value));
      row.hidden = !(fits && words.every((word) => row.dataset.search.includes(word) || row.dataset.points === word));
    }
  }

  function dim() {
    const reasons = document.getElementById("impossible");
    for (const row of rows()) {
      const said = reasons && reasons.querySelector(`[data-fan="${row.dataset.fan}"]`);
      row.classList.toggle("off", Boolean(said));
      row.querySelector("small.why").textContent = said ? said.textContent : "";
    }
  }

  function more(row) {
    const input = box(row);
    if (input.type === "checkbox") input.checked = !input.checked;
    else input.value = Math.min(Number(input.value || 0) + 1, Number(input.max));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function step(button) {
    const input = button.parentElement.querySelector("input");
    const next = Number(input.value || 0) + Number(button.dataset.step);
    input.value = Math.max(0, Math.min(next, Number(input.max))) || "";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  document.addEventListener("input", (event) => {
    if (event.target.id === "fan-search") filter();
  });

  document.addEventListener("keydown", (event) => {
    if (event.target.id !== "fan-search" || event.key !== "Enter") return;
    event.preventDefault();
    const first = rows().find((row) => !row.hidden);
    if (!first || !event.target.value.trim()) return;
    more(first);
    event.target.value = "";
    filter();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest && event.target.closest(".values button, .fans2 [data-step]");
    if (!button) return;
    if (button.dataset.step) return step(button);
    const on = button.getAttribute("aria-pressed") !== "true";
    for (const one of document.querySelectorAll(".values button")) one.setAttribute("aria-pressed", String(on && one === button));
    filter();
  });

  const start = () => {
    if (!list()) return;
    document.querySelectorAll(".fans2 [hidden].js").forEach((one) => (one.hidden = false));
    filter();
    dim();
  };
  document.addEventListener("htmx:afterSwap", start);
  start();
})();
