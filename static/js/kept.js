// A hand that is half typed is kept while its page is left for a penalty, a reload, another table.
(() => {
  "use strict";
  const KEPT = "half-typed hand";
  const OF_THE_PAGE = ["csrfmiddlewaretoken", "version", "key"];
  const form = () => document.getElementById("hand-form");
  const picked = (name) => form().querySelector(`input[name=${name}]:checked`);

  function keep() {
    if (!form() || !(picked("winner") || form().elements.points.value)) return;
    const fields = [...new FormData(form())].filter(([name]) => !OF_THE_PAGE.includes(name));
    const kept = { place: form().action, version: form().elements.version.value, fields };
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
  }

  function fill([name, value]) {
    for (const field of form().querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (!field.matches("[type=radio], [type=checkbox]")) field.value = value;
      else if (field.value === value) field.checked = true;
    }
  }

  // Where typing goes on: what is missing first, else the points.
  function goOn() {
    if (!picked("winner")) form().querySelector("[name=winner]").focus();
    else if (!picked("discarder") && picked("winner").value !== "drawn") form().querySelector("[name=discarder]").focus();
    else form().elements[form().elements.depth.value === "tiles" ? "tiles" : "points"].focus();
  }

  // Another version stands by now: what was typed would not fit it.
  function takeUp() {
    const kept = JSON.parse(sessionStorage.getItem(KEPT));
    if (!form() || !kept || kept.place !== form().action) return;
    sessionStorage.removeItem(KEPT);
    if (kept.version !== form().elements.version.value) return;
    kept.fields.forEach(fill);
    form().dispatchEvent(new Event("input", { bubbles: true }));
    goOn();
  }

  window.addEventListener("pagehide", keep);
  window.addEventListener("load", takeUp);
  document.addEventListener("htmx:afterSettle", takeUp);
})();
