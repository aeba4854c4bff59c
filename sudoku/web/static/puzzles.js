// SPDX-License-Identifier: MIT
/* Puzzles that come: loaded, made, pasted; and the one that begins again. */

import { ask } from "./ask.js";
import { focus } from "./board.js";
import { $ } from "./dom.js";
import { clashesOf, isBare, loaded, restarted, valuesOf } from "./puzzle.js";
import { entriesOf, learn, normalized } from "./rules.js";
import { boardOf, counted, spell } from "./shapes.js";
import { change, on, select, state, view } from "./store.js";
import { fitting, say } from "./words.js";

export const known = (name) => [...$("size").options].some((option) => option.value === name);

/** Load the clues of a puzzle; two that clash are loaded too, and marked. */
export function load(name, line, { entered = null, rules = {}, words = "", title = "" } = {}) {
  begin(loaded(name, line, entered, rules), title);
  const clash = clashesOf(state).size;
  if (clash) say(`${words} It has a mistake: ${counted(clash, "cell")} with equal digits that see each other are marked.`.trim(), "warn");
  else if (words) say(words);
}

/** Change to another puzzle, with the cursor on its first cell. */
export function begin(next, title) {
  Object.assign(view, { title, mode: "digit", clues: isBare(next), typed: new Set() });
  select(0);
  change(next);
}

export function emptyBoard() {
  const name = $("size").value;
  load(name, ".".repeat(boardOf(name).count), { words: "An empty board: type its clues." });
  focus();
}

export function restart() {
  change(restarted(state));
  say(`The clues alone. ${fitting("Undo (Ctrl+Z)", "“Undo”")} brings the rest back.`);
  focus();
}

export function demo() {
  const { dataset, textContent } = $("demo").selectedOptions[0];
  load(dataset.board, dataset.puzzle, { words: `Loaded: ${textContent}.`, title: textContent });
  focus();
}

/** A new puzzle with the rules that are set, and the level, the symmetry and the number of clues that are chosen. */
export async function generate() {
  const [fewest, most] = $("count").value.split(/[^0-9]+/).filter(Boolean).map(Number);
  const name = $("size").value;
  const same = name === state.board;
  const rules = same ? state.rules : {};
  const dropped = !same && Object.keys(state.rules).length;
  const wanted = { board: name, rules, level: $("level").value, symmetry: $("symmetry").value, fewest, most: most ?? fewest };
  const answer = await ask("generate", wanted, (words) => say(words, "error"));
  if (!answer) return;
  if (!answer.puzzle) return void say(answer.words, "error");
  const lost = dropped ? ` It is without the rules, which are for another board: ${fitting("Undo (Ctrl+Z)", "“Undo”")} brings them back.` : "";
  load(answer.board, answer.puzzle, { rules, words: answer.words + lost, title: answer.level || "" });
  focus();
}

export async function paste(text, failed = (words) => say(words, "error")) {
  const answer = await ask("read", { text }, failed);
  if (!answer) return false;
  const rules = normalized(answer.rules);
  spell(rules);
  const clues = valuesOf(answer.puzzle).filter(Boolean).length;
  learn(answer.board, rules, answer.entries);
  const number = entriesOf(answer.board, rules).length;
  const entered = answer.entered ? `, ${counted(valuesOf(answer.entered).filter(Boolean).length, "digit")} entered,` : "";
  const words = `A puzzle of ${counted(clues, "clue")}${entered}${number ? ` and ${counted(number, "rule")}` : ""} is loaded.${answer.note ? ` Note: ${answer.note}` : ""}`;
  load(answer.board, answer.puzzle, { entered: answer.entered, rules, words, title: answer.title });
  focus();
  return true;
}

let shown = null; // the board that the choice of sizes follows

on("draw", () => {
  if (shown !== state.board) $("size").value = shown = state.board;
});
