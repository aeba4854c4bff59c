// SPDX-License-Identifier: MIT
/* The live check: a moment after each change, the number of solutions, the candidates of all solutions, contradictions.

   Only the newest puzzle is checked; an older question is dropped here and, as a question of the same page, by the
   server. A busy server is asked again. */

import { PAGE, asked, complaint, fetched } from "./ask.js";
import { $ } from "./dom.js";
import { counted, digitsOf } from "./shapes.js";
import { draw, on as listenTo, mark, state, view } from "./store.js";

const SHOWN = ["live", "live-short"]; // in the panel; and its first sentence, below the board on a phone
const PAUSE_MILLISECONDS = 300; // after the last change
const HEADS = {
  unique: "One solution",
  found: "There is a solution; time ran out before the check could look for another one",
  stopped: "Time ran out before the check found a solution or showed that there is none",
};

const UNCHECKED = "The candidates are those that rules and houses leave; the search has not checked all of them.";

let on = false; // whether changes are checked
let candidates = false; // whether the candidates of all solutions are shown
let about = ""; // the puzzle of the last question
let question = null; // to drop it
let timer = 0;
let answer = null; // to the last question

/** Check the puzzle if it has changed since the last question. */
function watch() {
  const puzzle = on ? JSON.stringify(asked()) : "";
  if (puzzle === about) return;
  about = puzzle;
  take(null);
  question?.abort();
  clearTimeout(timer);
  for (const id of SHOWN) $(id).classList.add("old");
  if (puzzle) timer = setTimeout(check, PAUSE_MILLISECONDS);
  else show();
}

async function check() {
  const mine = (question = new AbortController());
  const found = await fetched("feedback", { ...asked(), page: `${PAGE}/live` }, mine.signal).catch(() => null);
  if (mine.signal.aborted) return;
  take(found);
  for (const cell of found?.clash?.cells ?? []) mark(cell, "bad");
  show();
  draw();
}

function take(found) {
  answer = found;
  view.fault = found?.clash ?? null;
  view.live = candidates ? found : null;
}

function show() {
  const text = on ? [words(), ...(answer?.jumps ?? []).map((jump) => `Note: ${jump}.`)].join(" ") : "";
  for (const id of SHOWN) {
    $(id).classList.remove("old");
    $(id).dataset.status = answer?.status ?? "";
  }
  $("live").textContent = text;
  $("live-short").textContent = text.split(". ")[0];
}

function words() {
  if (!answer) return "The server does not answer.";
  if (answer.error) return complaint(answer);
  if (answer.status === "none") return answer.words;
  const unchecked = answer.complete ? "" : ` ${UNCHECKED}`;
  if (answer.status !== "several") return `${HEADS[answer.status]}.${unchecked}`;
  const open = answer.candidates.filter((mask) => digitsOf(mask).length > 1).length;
  const most = answer.complete ? "" : "at most ";
  return `Several solutions: ${most}${counted(open, "cell")} ${open === 1 ? "is" : "are"} open.${unchecked}`;
}

function set(checking, showing) {
  [on, candidates] = [checking, showing];
  $("live-check").setAttribute("aria-pressed", on);
  $("live-candidates").setAttribute("aria-pressed", candidates);
  take(answer);
  draw();
}

export function listenToLive() {
  let { rules } = state;
  listenTo("draw", () => {
    const first = !Object.keys(rules).length && Object.keys(state.rules).length;
    rules = state.rules;
    if (first && !on) setTimeout(set, 0, true, candidates); // whoever adds a rule wants to know
    else watch();
  });
  $("live-check").addEventListener("click", () => set(!on, candidates && !on));
  $("live-candidates").addEventListener("click", () => set(on || !candidates, !candidates));
}
