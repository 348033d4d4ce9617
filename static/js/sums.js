// What the hands on the server and those that wait on this phone give together.
(() => {
  "use strict";
  const QV = (window.QV = window.QV || {});
  const LETTERS = "ABCD";
  const BASE = 8; // what each loser pays for any win

  // The payments of seats A to D; an empty discarder is a self-draw.
  QV.settle = (deal) => {
    if (deal.kind === "drawn") return [0, 0, 0, 0];
    const paid = [...LETTERS].map((letter) => {
      if (letter === deal.winner) return 0;
      return -(BASE + (deal.discarder === "" || deal.discarder === letter ? deal.points : 0));
    });
    paid[LETTERS.indexOf(deal.winner)] = -paid.reduce((sum, one) => sum + one, 0);
    return paid;
  };

  QV.signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

  // Hands and totals with what waits; entries that the server questions do not count.
  QV.merge = (state, items) => {
    const hands = { ...state.hands };
    const totals = [...state.totals];
    const add = (deal, sign) => QV.settle(deal).forEach((one, seat) => (totals[seat] += sign * one));
    for (const item of items) {
      if (item.problem) continue;
      if (hands[item.number]) add(hands[item.number], -1);
      delete hands[item.number];
      if (item.op !== "hand") continue;
      hands[item.number] = { ...item.deal, waits: true };
      add(item.deal, 1);
    }
    const numbers = Array.from({ length: state.lastHand }, (_, index) => index + 1);
    return {
      hands,
      totals,
      next: numbers.find((number) => !hands[number]) || 0,
      last: Math.max(0, ...Object.keys(hands).map(Number)),
    };
  };

  // The sixteen marks of the strip: in, waiting, missing, now, not played, to come.
  QV.marks = (merged, lastHand) =>
    Array.from({ length: 16 }, (_, index) => {
      const number = index + 1;
      if (merged.hands[number]) return merged.hands[number].waits ? "q" : "d";
      if (number < merged.last) return "m";
      if (number > lastHand) return "u";
      return number === merged.next ? "n" : "e";
    });
})();
