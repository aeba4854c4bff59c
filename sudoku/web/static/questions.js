// SPDX-License-Identifier: MIT
/* What is asked about the whole puzzle: solve it, is it unique, which candidates, how hard. */

import { ask, asked } from "./ask.js";
import { reveal } from "./board.js";
import { endEntry } from "./entry.js";
import { lineOf, puzzleOf, solved, withCandidates } from "./puzzle.js";
import { counted, digitsOf } from "./shapes.js";
import { change, draw, mark, state, unmark, view } from "./store.js";
import { showTwo } from "./two.js";
import { complain, say } from "./words.js";

export async function solve() {
  const answer = await ask("solve", asked());
  if (!answer) return;
  const line = answer.solution;
  if (!line) return void complain(answer.status === "none" ? "The puzzle has no solution." : "Time ran out before a solution was found.");
  endEntry();
  change(solved(state, line));
  if (answer.status === "unique") say(`Solved: this is the only solution (guesses: ${answer.guesses.toLocaleString("en")}).`, "good");
  else if (answer.status === "several") say("Solved, but this is not the only solution. “Is it unique?” shows two.", "warn");
  else say("Solved. Time ran out before the search could show whether this is the only solution.", "warn");
}

export async function check() {
  const answer = await ask("check", asked());
  if (!answer) return;
  unmark();
  for (const cell of answer.cells) mark(cell, "bad");
  for (const cell of answer.differ) mark(cell, "differs");
  for (const cell of answer.redundant) mark(cell, "redundant");
  if (answer.status === "several") showTwo(answer.solutions);
  draw();
  reveal();
  say(answer.words.join("\n"), { unique: "good", none: "error" }[answer.status] || "warn");
}

export async function candidates(kind) {
  const values = kind === "simple" ? state.values : puzzleOf(state);
  const answer = await ask("candidates", { ...asked(), puzzle: lineOf(values), kind });
  if (!answer) return;
  if (answer.status === "none") return void complain("There is no solution, so no digit is a true candidate.");
  if (state.values.every(Boolean)) return void say("Every cell has a digit; candidates stand in empty cells.");
  change(withCandidates(state, answer.candidates, kind === "simple"));
  const gone = state.marks.some((mask, cell) => mask && mask !== answer.candidates[cell]);
  const some = `no digit excludes${gone ? ", without those already gone" : ""}`;
  const left = state.marks.reduce((sum, mask) => sum + digitsOf(mask).length, 0);
  if (answer.status === "stopped") say("Time ran out: some of these candidates may be in no solution.", "warn");
  else say(`The notes are the ${counted(left, "candidate")} that ${kind === "simple" ? some : "at least one solution of the puzzle has"}.`);
}

export async function rate() {
  const answer = await ask("rate", asked());
  if (!answer) return;
  if (answer.level && answer.score !== null && ["solved", "stuck"].includes(answer.status)) {
    const hardest = answer.hardest ? `; the hardest step is: ${answer.hardest}` : "";
    view.title = `${answer.level} (${answer.score.toFixed(1)})`;
    return void say(`For people this is ${answer.level} (${answer.score.toFixed(1)})${hardest}.`);
  }
  const why = ["no solution", "several solutions"].includes(answer.status);
  say(why ? `The puzzle has ${answer.status}, so it has no level.` : "Time ran out before the puzzle was rated.", "warn");
}
