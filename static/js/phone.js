// The form of a hand on the phone: keys, what everybody pays, what saving means.
(() => {
  "use strict";
  const QV = (window.QV = window.QV || {});
  const words = {};
  for (const word of document.getElementById("words").content.querySelectorAll("[data-word]")) {
    words[word.dataset.word] = word.textContent.trim();
  }
  QV.say = (name, values = {}) => words[name].replace(/\{(\w+)\}/g, (_, key) => values[key]);

  QV.Entry = class {
    constructor(form, setup, save) {
      this.form = form;
      this.setup = setup;
      this.number = 0;
      this.points = form.elements.points;
      this.refilled = false; // points of a hand that was taken away: the next digit replaces them
      this.button = document.getElementById("save");
      this.pay = document.getElementById("pay");
      this.sure = document.getElementById("sure");
      this.winners = [...form.querySelectorAll(".g4 label")];
      this.discarders = [...form.querySelectorAll(".g4f label")];
      const box = document.getElementById("asked");
      this.asked = box && new QV.Asked(box);
      this.isSum = Boolean(this.asked) && this.asked.depth === "fans"; // then nobody types the points
      this.points.readOnly = this.isSum;
      this.points.inputMode = "none"; // the keys below are the keyboard
      for (const key of form.querySelectorAll(".pad button")) key.hidden = this.isSum;
      form.addEventListener("change", (event) => this.chosen(event.target));
      form.addEventListener("input", () => {
        this.refilled = false;
        this.refresh();
      });
      form.querySelector(".pad").addEventListener("click", (event) => this.key(event.target.closest("button")));
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        if (!this.button.disabled) save(this.number, this.deal());
      });
    }

    // The four of a hand in the order East, South, West, North, with their totals.
    show(number, totals) {
      const anew = number !== this.number;
      this.number = number;
      [...this.setup.order[number - 1]].forEach((letter, place) => {
        const names = this.setup.names[letter];
        this.winners[place].querySelector("input").value = letter;
        this.winners[place].querySelector(".n").textContent = names.name;
        this.winners[place].querySelector("small").textContent = QV.signed(totals["ABCD".indexOf(letter)]);
        this.discarders[place].querySelector("input").value = letter;
        this.discarders[place].querySelector(".n").textContent = names.short;
      });
      if (anew) this.fill(null);
      this.refresh();
    }

    // Choose what a deal says; null empties the form.
    fill(deal) {
      for (const radio of this.form.querySelectorAll("[type=radio]")) {
        const wanted = deal && (radio.name === "winner" ? deal.winner || "drawn" : deal.discarder || (deal.winner && "self"));
        radio.checked = Boolean(wanted) && radio.value === wanted;
      }
      this.points.value = deal && deal.points ? deal.points : "";
      this.refilled = Boolean(this.points.value);
      this.form.elements.sure.checked = false;
      if (this.asked) this.asked.fill(deal && deal.more);
      for (const said of this.form.querySelectorAll(".err")) said.remove();
      this.refresh();
    }

    chosen(input) {
      if (input.name === "winner") {
        const off = this.picked("discarder");
        if (input.value === "drawn") this.points.value = "";
        if (off && (input.value === "drawn" || off.value === input.value)) off.checked = false;
      } else if (input.name === "discarder") {
        this.leaveDrawn();
      }
      this.refresh();
    }

    key(button) {
      if (!button) return;
      this.leaveDrawn();
      const digit = button.textContent;
      const typed = this.points.value;
      const kept = this.refilled ? "" : typed;
      if (/^\d$/.test(digit)) this.points.value = `${kept}${digit}`.replace(/^0+/, "").slice(0, 3);
      else this.points.value = typed.slice(0, -1);
      this.refilled = false;
      this.refresh();
    }

    leaveDrawn() {
      const won = this.picked("winner");
      if (won && won.value === "drawn") won.checked = false;
    }

    picked(name) {
      return [...this.form.querySelectorAll(`[name=${name}]`)].find((one) => one.checked);
    }

    deal() {
      const won = this.picked("winner").value;
      if (won === "drawn") return { kind: "drawn", winner: "", discarder: "", points: 0 };
      const off = this.picked("discarder").value;
      const deal = { kind: "win", winner: won, discarder: off === "self" ? "" : off, points: Number(this.points.value) };
      return this.asked ? { ...deal, more: this.asked.read() } : deal;
    }

    // What is missing or wrong, as the word that says so; empty when the hand can be saved.
    lack() {
      const won = this.picked("winner");
      const points = Number(this.points.value);
      if (!won) return "who";
      if (won.value === "drawn") return "";
      if (!this.picked("discarder")) return "off";
      if (this.asked && this.asked.isMissing) return this.asked.depth;
      if (!this.points.value) return "points";
      if (!/^\d+$/.test(this.points.value)) return "points";
      if (points < 8) return "low";
      if (points > 400) return "high";
      return points > 100 && !this.form.elements.sure.checked ? "sure" : "";
    }

    refresh() {
      if (!this.number) return;
      if (this.isSum) this.points.value = this.asked.sum || "";
      const lack = this.lack();
      const won = this.picked("winner");
      this.discarders.forEach((label) => (label.hidden = Boolean(won) && label.querySelector("input").value === won.value));
      this.sure.hidden = lack !== "sure" && !(Number(this.points.value) > 100 && lack === "");
      this.button.disabled = Boolean(lack);
      this.pay.hidden = Boolean(lack && lack !== "sure") || won.value === "drawn";
      if (lack) {
        this.button.textContent = QV.say(lack, { points: this.points.value });
        if (lack !== "sure") return;
      }
      const deal = this.deal();
      const paid = QV.settle(deal);
      [...this.setup.order[this.number - 1]].forEach((letter, place) => {
        this.pay.children[place].querySelector("b").textContent = QV.signed(paid["ABCD".indexOf(letter)]);
      });
      if (lack) return;
      const gets = deal.winner && { name: this.setup.names[deal.winner].short, amount: QV.signed(paid["ABCD".indexOf(deal.winner)]) };
      this.button.textContent = gets ? QV.say("save", gets) : QV.say("saveDrawn");
    }
  };
})();
