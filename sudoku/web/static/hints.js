// SPDX-License-Identifier: MIT
/* The next step in stages, so that a person can find it: its technique, its place, all of it; then it is done. */

import { ask, asked } from "./ask.js";
import { focus, reveal } from "./board.js";
import { endEntry } from "./entry.js";
import { afterStep, isBare, lineOf } from "./puzzle.js";
import { ALL, PLACE } from "./shown.js";
import { board, change, draw, mark, select, state, unmark, view } from "./store.js";
import { fitting, say } from "./words.js";

/** A hint, or more of the one that is shown; `whole` is all of it at once. */
export async function hint(whole = false) {
  if (view.hint && !whole) return view.stage < ALL ? show(view.stage + 1) : undefined;
  const answer = await ask("hint", { ...asked(), values: lineOf(state.values), candidates: state.marks });
  if (!answer) return undefined;
  if (answer.status !== "wrong" && !isBare(state)) endEntry(); // a wrong clue is still to be corrected
  unmark();
  for (const cell of answer.cells || []) mark(cell, "bad");
  if (answer.status === "step" && answer.kind !== "contradiction") {
    view.hint = answer;
    return show(whole || answer.kind !== "logic" ? ALL : 1);
  }
  draw();
  return say(answer.words, { solved: "good", wrong: "error" }[answer.status] || "warn");
}

const capital = (words) => words[0].toUpperCase() + words.slice(1);

function show(stage) {
  view.stage = stage;
  draw();
  reveal();
  const { technique, words, assumes_unique: unique } = view.hint;
  const name = capital(technique);
  if (stage < PLACE) say(`Look for this: ${technique}. ${fitting("H", "“Where?”")} shows its place.`, "step");
  else if (stage < ALL) say(`${name}, in the marked cells. ${fitting("H", "“Explain”")} explains it.`, "step");
  else say(`${words.startsWith(technique) ? capital(words) : `${name}: ${words}`}.${unique ? " (This assumes that there is only one solution.)" : ""}`, "step");
}

/** The next stage of the hint; after the last one, its step is done. */
export function more() {
  if (!view.hint) return undefined;
  return view.stage < ALL ? show(view.stage + 1) : apply();
}

function apply() {
  const { placed, removed } = view.hint;
  select(Math.floor([...placed, ...removed][0] / board().side));
  change(afterStep(state, view.hint));
  if (!state.values.every(Boolean)) say(`Done. ${fitting("H", "“Hint”")} is the next hint.`);
  focus();
}
