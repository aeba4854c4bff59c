// SPDX-License-Identifier: MIT
/* Puzzles that come and go: loaded, made, pasted, and the link that holds one. */

import { ask } from "./ask.js";
import { focus } from "./board.js";
import { $ } from "./dom.js";
import { blank, lineOf, puzzleOf, valuesOf } from "./puzzle.js";
import { DIGITS, boardOf, counted } from "./shapes.js";
import { change, on, state, view } from "./store.js";
import { complain, say } from "./words.js";

const known = (name) => [...$("size").options].some((option) => option.value === name);

export function load(name, line, { entered = null, words = "" } = {}) {
  const clues = valuesOf(line);
  const next = blank(name);
  next.given = clues.map(Boolean);
  next.values = entered ? valuesOf(entered).map((value, cell) => clues[cell] || value) : clues;
  view.at = 0;
  view.notes = false;
  view.clues = !clues.some(Boolean);
  change(next);
  if (words) say(words);
}

export function empty() {
  const name = $("size").value;
  load(name, ".".repeat(boardOf(name).count), { words: "An empty board: type its clues." });
}

/** The clues alone again. */
export function restart() {
  const values = puzzleOf(state);
  change({ ...state, values, given: values.map(Boolean), marks: state.marks.map(() => 0) });
}

export function demo() {
  const chosen = $("demo").selectedOptions[0];
  load(chosen.dataset.board, chosen.dataset.puzzle, { words: `Loaded: ${chosen.textContent}.` });
  focus();
}

export async function generate() {
  const level = $("level").value;
  const answer = await ask("generate", { board: $("size").value, level });
  if (!answer) return;
  if (!answer.puzzle) return void complain(answer.words);
  load(answer.board, answer.puzzle, { words: answer.words });
  focus();
}

export async function paste(text, failed = (words) => say(words, "error")) {
  const answer = await ask("read", { text }, failed);
  if (!answer) return false;
  const clues = valuesOf(answer.puzzle).filter(Boolean).length;
  load(answer.board, answer.puzzle, { words: `A puzzle of ${counted(clues, "clue")} is loaded.` });
  focus();
  return true;
}

// ---- the link
function link() {
  const clues = puzzleOf(state);
  const fields = new URLSearchParams({ board: state.board, clues: lineOf(clues) });
  if (state.values.some((value, cell) => value !== clues[cell])) fields.set("digits", lineOf(state.values));
  return "#" + fields;
}

export function follow() {
  if (location.hash.length < 2 || location.hash === link()) return;
  const fields = new URLSearchParams(location.hash.slice(1));
  const [name, clues, entered] = ["board", "clues", "digits"].map((key) => fields.get(key));
  if (!known(name)) return complain("The link does not name a board that this page has.");
  const { side, count } = boardOf(name);
  const fits = (line) => line.length === count && [...line].every((c) => c === "." || DIGITS.slice(0, side).includes(c));
  if (!clues || !fits(clues) || (entered && !fits(entered))) return complain("The link was cut short, or altered.");
  load(name, clues, { entered, words: "The puzzle of the link is loaded." });
}

export async function share() {
  $("link").value = location.origin + location.pathname + link();
  let words = "This link holds the puzzle:";
  try {
    await navigator.clipboard.writeText($("link").value);
    words = "The link is copied; it holds the puzzle:";
  } catch {
    // not allowed here: the link is there to be copied
  }
  say(words);
  $("link-line").hidden = false;
  $("link").select();
}

on("draw", () => {
  $("size").value = state.board;
  history.replaceState(null, "", state.values.some(Boolean) || location.hash ? link() : location.pathname);
});
