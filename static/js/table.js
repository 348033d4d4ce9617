// The keys of a table's page: 1-4 a seat, 0 drawn, S self-draw, Enter goes on, Esc begins anew,
// F a false hu or another penalty, T four totals.
(() => {
  "use strict";
  const LETTERS = { 1: "A", 2: "B", 3: "C", 4: "D" };
  const TYPED = "input:not([type=radio]):not([type=checkbox]), textarea, select";

  const form = () => document.getElementById("hand-form");
  const radios = (name) => [...form().querySelectorAll(`input[name=${name}]`)];
  const picked = (name) => radios(name).find((one) => one.checked);

  function tell() {
    form().dispatchEvent(new Event("input", { bubbles: true }));
  }

  function pick(name, value) {
    const radio = radios(name).find((one) => one.value === value);
    radio.checked = true;
    radio.focus();
    settled(radio);
    tell();
  }

  function empty(name) {
    radios(name).forEach((one) => (one.checked = false));
  }

  function toPoints() {
    const depth = form().elements.depth.value;
    if (depth === "fans") return document.getElementById("fan-search").focus();
    const next = form().elements[depth === "tiles" ? "tiles" : "points"];
    next.focus();
    next.select();
  }

  function toDiscarder() {
    (picked("discarder") || radios("discarder")[0]).focus();
  }

  // A drawn hand has neither discarder nor points; nobody wins off himself.
  function settled(radio) {
    if (radio.name !== "winner") return;
    const off = picked("discarder");
    if (radio.value === "drawn") {
      empty("discarder");
      form().elements.points.value = form().elements.flowers.value = "";
    } else if (off && off.value === radio.value) {
      off.checked = false;
    }
  }

  function seatKey(letter, atDiscarder) {
    if (!atDiscarder) {
      pick("winner", letter);
      toDiscarder();
    } else if (!picked("winner") || picked("winner").value !== letter) {
      pick("discarder", letter);
      toPoints();
    }
  }

  function selfDraw() {
    pick("discarder", "self");
    toPoints();
  }

  function drawn() {
    pick("winner", "drawn");
    form().querySelector("[type=submit]").focus();
  }

  function enter(event, atDiscarder) {
    const winner = picked("winner");
    if (event.target.matches("button, a, summary, [type=checkbox], [name=depth]") || (winner && winner.value === "drawn")) return;
    event.preventDefault();
    if (atDiscarder) picked("discarder") ? toPoints() : selfDraw();
    else if (winner) toDiscarder();
    else radios("winner")[0].focus();
  }

  function anew() {
    empty("winner");
    empty("discarder");
    form().elements.points.value = form().elements.flowers.value = "";
    radios("winner")[0].focus();
    tell();
  }

  document.addEventListener("keydown", (event) => {
    if (!form() || event.ctrlKey || event.altKey || event.metaKey) return;
    const here = form().contains(event.target);
    if (event.key === "Escape" && (here || event.target === document.body)) return anew();
    if (event.target.matches(TYPED) || event.target.closest("[data-picker], .fans2")) return;
    const atDiscarder = Boolean(event.target.closest("fieldset.off"));
    if (event.key in LETTERS) seatKey(LETTERS[event.key], atDiscarder);
    else if (event.key === "0") atDiscarder ? selfDraw() : drawn();
    else if (event.key.toLowerCase() === "s" && picked("winner")) selfDraw();
    else if (event.key === "Enter" && here) return enter(event, atDiscarder);
    else return;
    event.preventDefault();
  });

  // F and T are links that work without a key; a penalty is for the hand that is being typed.
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.matches(TYPED) && !event.target.matches("[inputmode=numeric]")) return;
    const link = document.querySelector(`a[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (!link || event.target.closest("[data-picker], .fans2")) return;
    event.preventDefault();
    link.click();
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[data-key="f"]');
    if (link && form() && picked("winner")) link.search = `?do=penalty&hand=${form().dataset.hand}`;
  });

  document.addEventListener("change", (event) => {
    if (form() && form().contains(event.target)) settled(event.target);
  });

  // Enter goes on from one total to the next; the last one sends the form.
  document.addEventListener("keydown", (event) => {
    const list = event.target.closest && event.target.closest("form[data-next]");
    if (event.key !== "Enter" || !list || !event.target.matches(".tin")) return;
    const fields = [...list.querySelectorAll(".tin")];
    const next = fields[fields.indexOf(event.target) + 1];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  });

  // Keys of the seats in the penalty form.
  document.addEventListener("keydown", (event) => {
    const seat = event.target.matches && event.target.matches("input[name=seat]");
    if (!seat || !(event.key in LETTERS)) return;
    event.preventDefault();
    const radio = document.querySelector(`input[name=seat][value=${LETTERS[event.key]}]`);
    radio.checked = true;
    radio.closest("form").elements.code.focus();
  });

  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => {
      const table = document.getElementById("table");
      if (event.target.matches("form")) table.querySelector(".said").textContent = table.dataset.lost;
    });
  }
})();
