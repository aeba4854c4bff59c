// SPDX-License-Identifier: MIT
/* The next step: asked for, shown on the board (board.js), and done. */

import { ask, asked } from "./ask.js";
import { focus } from "./board.js";
import { $ } from "./dom.js";
import { lineOf } from "./puzzle.js";
import { board, change, draw, mark, state, unmark, view } from "./store.js";
import { say } from "./words.js";

export async function hint() {
  const fields = { ...asked(), values: lineOf(state.values), candidates: state.marks };
  const answer = await ask("hint", fields);
  if (!answer) return;
  unmark();
  for (const cell of answer.cells || []) mark(cell, "bad");
  view.hint = answer.status === "step" && answer.kind !== "contradiction" ? answer : null;
  draw();
  if (!view.hint) return void say(answer.words, { solved: "good", wrong: "error" }[answer.status] || "warn");
  const name = answer.technique[0].toUpperCase() + answer.technique.slice(1);
  say(`${name}: ${answer.words}.${answer.assumes_unique ? " (This rests on there being one solution only.)" : ""}`, "step");
}

/** Do what the hint says. */
export function apply() {
  const { side, peers } = board();
  const { placed, removed, candidates: sets } = view.hint;
  const next = { ...state, values: [...state.values], marks: [...state.marks] };
  for (const candidate of removed) {
    const cell = Math.floor(candidate / side);
    next.marks[cell] = (next.marks[cell] || sets[cell]) & ~(1 << candidate % side);
  }
  for (const candidate of placed) {
    const cell = Math.floor(candidate / side);
    next.values[cell] = (candidate % side) + 1;
    for (const peer of peers[cell]) next.marks[peer] &= ~(1 << candidate % side);
  }
  const first = Math.floor([...placed, ...removed][0] / side);
  view.clues = false;
  view.at = first;
  change(next);
  if (!$("words").textContent) say("Done. H is the next hint.");
  focus();
}
