// Taps and keys that write a hand as text: [123m,1] 456s 789p EE 5p, the winning tile last.
(() => {
  "use strict";
  const SUITS = "msp";
  const HONORS = "ESWNCFP";
  const rank = (tile) => (tile.length === 2 ? SUITS.indexOf(tile[1]) * 9 + Number(tile[0]) : 30 + HONORS.indexOf(tile));
  const sorted = (tiles) => [...tiles].sort((one, other) => rank(one) - rank(other));
  let digits = "";

  const picker = (node) => node.closest && node.closest("[data-picker]");
  const field = (box) => document.getElementById(box.dataset.picker);
  const chosen = (box, name) => box.querySelector(`[data-${name}][aria-pressed=true]`).dataset[name];

  function spell(text) {
    const tiles = [];
    let ranks = [];
    for (const sign of text.replace(/\s/g, "")) {
      if (/[1-9]/.test(sign)) ranks.push(sign);
      else if (SUITS.includes(sign)) tiles.push(...ranks.splice(0).map((one) => one + sign));
      else if (HONORS.includes(sign) && !ranks.length) tiles.push(sign);
      else return null;
    }
    return ranks.length ? null : tiles;
  }

  function read(text) {
    const melds = [];
    const rest = text.replace(/\[([^\],]*)(?:,([1-7]))?\]/g, (all, tiles, source) => {
      melds.push({ tiles: spell(tiles) || [], source: source || "" });
      return " ";
    });
    const tiles = spell(rest);
    return tiles && { melds, tiles };
  }

  const join = (tiles) => tiles.join("").replace(/([1-9])([msp])(?=[1-9]\2)/g, "$1");

  function write(box, hand) {
    const melds = hand.melds.map((one) => `[${join(one.tiles)}${one.source && "," + one.source}]`).join("");
    const concealed = [0, 1, 2, 3].map((suit) => join(sorted(hand.tiles.slice(0, -1)).filter((tile) => (tile.length === 2 ? SUITS.indexOf(tile[1]) : 3) === suit)));
    const parts = [melds, ...concealed, hand.tiles[hand.tiles.length - 1]].filter(Boolean);
    field(box).value = parts.join(" ");
    field(box).dispatchEvent(new Event("input", { bubbles: true }));
  }

  const size = (hand) => hand.tiles.length + 3 * hand.melds.length;
  function add(box, tile) {
    const hand = read(field(box).value);
    if (!hand || left(hand, tile) < 1) return;
    const mode = chosen(box, "mode");
    if (mode === "hand" || mode === "win") {
      if (size(hand) < 14) hand.tiles.push(tile);
    } else if (size(hand) < 12) {
      hand.melds.push(meld(mode, tile, chosen(box, "source")));
      press(box, "mode", "hand");
    }
    write(box, hand);
  }

  function meld(mode, tile, source) {
    if (mode === "chow" && tile.length === 2) {
      const first = Math.min(Number(tile[0]), 7);
      return { tiles: [0, 1, 2].map((step) => first + step + tile[1]), source: "1" };
    }
    const copies = mode === "kong" || mode === "hidden" ? 4 : 3;
    return { tiles: Array(copies).fill(tile), source: mode === "hidden" ? "" : source };
  }

  function left(hand, tile) {
    const all = [...hand.tiles, ...hand.melds.flatMap((one) => one.tiles)];
    return 4 - all.filter((one) => one === tile).length;
  }

  function press(box, name, value) {
    for (const one of box.querySelectorAll(`button[data-${name}]`)) one.setAttribute("aria-pressed", String(one.dataset[name] === value));
    if (name === "suit") box.querySelector(".grid2").dataset.suit = value;
    if (name === "mode") box.querySelector(".sources").hidden = value !== "pung" && value !== "kong";
  }

  function face(box, tile, data) {
    const button = document.createElement("button");
    button.type = "button";
    Object.assign(button.dataset, data);
    button.append(box.querySelector(`[data-tile="${tile}"] .ti`).cloneNode(true));
    return button;
  }

  function draw(box) {
    const hand = read(field(box).value) || { melds: [], tiles: [] };
    const rack = box.querySelector("[data-rack]");
    rack.replaceChildren();
    hand.melds.forEach((one, at) => {
      const group = document.createElement("span");
      group.className = "grp";
      group.append(...one.tiles.map((tile) => face(box, tile, { meld: at })));
      rack.append(group);
    });
    hand.tiles.forEach((tile, at) => {
      const button = face(box, tile, { at });
      if (size(hand) === 14 && at === hand.tiles.length - 1) button.className = "win";
      rack.append(button);
    });
    box.querySelector("[data-count]").textContent = size(hand);
    for (const button of box.querySelectorAll("[data-tile]")) {
      const rest = left(hand, button.dataset.tile);
      button.disabled = rest < 1;
      button.querySelector("small").textContent = rest < 4 ? rest : "";
    }
  }

  function take(box, data) {
    const hand = read(field(box).value);
    if (data.meld !== undefined) hand.melds.splice(Number(data.meld), 1);
    else if (chosen(box, "mode") === "win") {
      hand.tiles.push(...hand.tiles.splice(Number(data.at), 1));
      press(box, "mode", "hand");
    } else if (hand.tiles.length) hand.tiles.splice(data.at === undefined ? -1 : Number(data.at), 1);
    else hand.melds.pop();
    write(box, hand);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest && event.target.closest("[data-picker] button");
    if (!button) return;
    const box = picker(button);
    const data = button.dataset;
    if (data.tile) add(box, data.tile);
    else if (data.delete !== undefined || data.at || data.meld) take(box, data);
    else if (data.index !== undefined) button.setAttribute("aria-pressed", String(document.body.classList.toggle("noindex") === false));
    else for (const name of ["mode", "source", "suit"]) if (data[name]) press(box, name, data[name]);
  });

  document.addEventListener("keydown", (event) => {
    const box = picker(event.target);
    if (!box || event.ctrlKey || event.altKey || event.metaKey) return;
    if (/^[1-9]$/.test(event.key)) digits += event.key;
    else if (SUITS.includes(event.key)) [...digits].forEach((one) => add(box, one + event.key));
    else if (HONORS.includes(event.key)) add(box, event.key);
    else if (event.key === "Backspace") take(box, {});
    else return;
    if (!/[1-9]/.test(event.key)) digits = "";
    event.preventDefault();
  });

  const boxes = () => document.querySelectorAll("[data-picker]");
  document.addEventListener("input", (event) => boxes().forEach((box) => event.target === field(box) && draw(box)));
  const start = () => boxes().forEach((box) => ((box.hidden = false), draw(box)));
  document.addEventListener("htmx:afterSwap", start);
  start();
})();
