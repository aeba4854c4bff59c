// SPDX-License-Identifier: MIT
/* What is asked about the whole puzzle: solve it, is it unique, which candidates, how hard. */

import { ask, asked } from "./ask.js";
import { $, element } from "./dom.js";
import { lineOf, puzzleOf, valuesOf } from "./puzzle.js";
import { counted, digitsOf } from "./shapes.js";
import { board, change, draw, mark, state, unmark, view } from "./store.js";
import { complain, say } from "./words.js";

export async function solve() {
  const answer = await ask("solve", asked());
  if (!answer) return;
  const line = answer.solution;
  if (!line) return void complain(answer.status === "none" ? "The puzzle has no solution." : "No solution was found in the time there is.");
  view.clues = false;
  change({ ...state, given: puzzleOf(state).map(Boolean), values: valuesOf(line), marks: state.marks.map(() => 0) });
  if (answer.status === "unique") say(`Solved: this is the only solution (${counted(answer.nodes, "node")}).`, "good");
  else if (answer.status === "several") say("Solved, but this is not the only solution. “Is it unique?” shows two.", "warn");
  else say("Solved. Whether it is the only solution could not be found out in the time there is.", "warn");
}

export async function check() {
  const answer = await ask("check", asked());
  if (!answer) return;
  unmark();
  for (const cell of answer.cells) mark(cell, "bad");
  for (const cell of answer.differ) mark(cell, "differs");
  for (const [k, line] of answer.solutions.entries()) {
    if (answer.status === "several") $("both").append(table(`${["First", "Second"][k]} solution`, line, new Set(answer.differ)));
  }
  $("solutions").hidden = answer.status !== "several";
  draw();
  say(answer.words.join("\n"), { unique: "good", none: "error" }[answer.status] || "warn");
}

function table(caption, line, differ) {
  const { side, width, height } = board();
  const made = element("table", { class: "solution" });
  made.append(element("caption", {}, caption));
  for (let row = 0; row < side; row++) {
    const tr = made.insertRow();
    for (let column = 0; column < side; column++) {
      const cell = row * side + column;
      const td = tr.insertCell();
      td.textContent = line[cell];
      td.classList.toggle("right", (column + 1) % width === 0 && column + 1 < side);
      td.classList.toggle("under", (row + 1) % height === 0 && row + 1 < side);
      td.classList.toggle("given", state.given[cell]);
      td.classList.toggle("differs", differ.has(cell));
      if (differ.has(cell)) td.append(element("span", { class: "hidden" }, " differs"));
    }
  }
  return made;
}

export async function candidates(kind) {
  const values = kind === "simple" ? state.values : puzzleOf(state);
  const answer = await ask("candidates", { board: state.board, puzzle: lineOf(values), kind });
  if (!answer) return;
  if (answer.status === "none") return void complain("There is no solution, so no digit is a true candidate.");
  const marks = answer.candidates.map((mask, cell) => (state.values[cell] ? 0 : mask));
  change({ ...state, marks });
  const left = marks.reduce((sum, mask) => sum + digitsOf(mask).length, 0);
  if (answer.status === "stopped") say("Time ran out: some of these candidates may be in no solution.", "warn");
  else if (kind === "simple") say(`The notes are the ${counted(left, "candidate")} that no digit excludes.`);
  else say(`The notes are the ${counted(left, "candidate")} that at least one solution of the puzzle has.`);
}

export async function rate() {
  const answer = await ask("rate", asked());
  if (!answer) return;
  if (answer.level && answer.score !== null && ["solved", "stuck"].includes(answer.status)) {
    const hardest = answer.hardest ? `; the hardest step is: ${answer.hardest}` : "";
    return void say(`For people this is ${answer.level} (${answer.score.toFixed(1)})${hardest}.`);
  }
  const words = { "no solution": "It has no solution, so nothing can be said of it.", "several solutions": "It has several solutions: reasoning does not end." };
  say(words[answer.status] || "The time there is was not enough to rate it.", "warn");
}
