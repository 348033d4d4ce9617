// The fans or tiles of a hand on the phone, where the tournament asks for them.
(() => {
  "use strict";
  const QV = (window.QV = window.QV || {});

  QV.Asked = class {
    constructor(box) {
      this.box = box;
      this.depth = box.dataset.asked;
    }

    inputs() {
      return [...this.box.querySelectorAll("input[name]")];
    }

    given() {
      return this.inputs().filter((one) => (one.type === "checkbox" ? one.checked : one.value));
    }

    // What is typed, as the form sends it: a list of values by name.
    read() {
      const found = { depth: [this.depth] };
      for (const one of this.given()) found[one.name] = [...(found[one.name] || []), one.value];
      return found;
    }

    fill(more) {
      for (const one of this.inputs()) {
        const values = (more && more[one.name]) || [];
        if (one.type === "checkbox") one.checked = values.includes(one.value);
        else one.value = values[0] || "";
        if (one.name === "tiles") one.dispatchEvent(new Event("input", { bubbles: true })); // to the picker
      }
    }

    get isMissing() {
      const fits = this.depth === "tiles" ? "[name=tiles]" : "[name^=fan]";
      return !this.given().some((one) => one.matches(fits));
    }

    // What the called fans sum to, with the flowers.
    get sum() {
      return this.given().reduce((sum, one) => {
        if (one.name === "flowers") return sum + Number(one.value);
        const times = one.type === "checkbox" ? 1 : Number(one.value);
        return sum + times * Number(one.closest("[data-points]").dataset.points);
      }, 0);
    }
  };
})();
