// SPDX-License-Identifier: MIT
/* What this browser keeps between visits: the puzzle as it was left, with its marks and colors, and the theme. */

import { linkOf } from "./link.js";
import { blank } from "./puzzle.js";
import { begin, known } from "./puzzles.js";
import { on, state, view } from "./store.js";
import { say } from "./words.js";

const PUZZLE = "sudoku-puzzle";
let kept = [state, true]; // the state that is stored, or nothing but an empty board; and whether digits are clues

/** Store a text; where storage is switched off, it holds for this visit only. */
export function store(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    return;
  }
}

/** The text stored, or null. */
export function fetched(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Continue with the puzzle that was left, unless the address has another one. */
export function resume() {
  const last = saved();
  if (!last || (location.hash.length > 1 && location.hash !== linkOf(last.state))) return;
  begin(last.state, last.title);
  view.clues = last.clues;
  say("Here you stopped the last time.");
}

function saved() {
  try {
    const last = JSON.parse(fetched(PUZZLE));
    return last && isState(last.state) ? { title: String(last.title), clues: Boolean(last.clues), state: last.state } : null;
  } catch {
    return null;
  }
}

/** Whether this is a state of the page, and not of an older version or of another page at the same address. */
function isState(some) {
  if (!known(some.board)) return false;
  const model = blank(some.board);
  const numbers = (list) => list.every((item) => Number.isInteger(item) || typeof item === "boolean");
  if (!some.rules || Array.isArray(some.rules) || typeof some.rules !== "object") return false;
  return Object.entries(model).every(([key, value]) => !Array.isArray(value) || (some[key].length === value.length && numbers(some[key])));
}

on("draw", () => {
  const next = [state, view.clues];
  if (next.every((item, k) => item === kept[k])) return;
  kept = next;
  store(PUZZLE, JSON.stringify({ state, title: view.title, clues: view.clues }));
});
