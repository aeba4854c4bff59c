// SPDX-License-Identifier: MIT
/* Questions to the server: one at a time, stopped by any change of the puzzle. */

import { $ } from "./dom.js";
import { lineOf, puzzleOf } from "./puzzle.js";
import { on, state } from "./store.js";
import { complain, say } from "./words.js";

const MOST_TRIES = 5; // of a question again, where the server is busy
let waiting = null; // of the question that is under way: to stop it

export function stop() {
  waiting?.abort();
  waiting = null;
}

/** The answer to a question; null where there is none, or where it is not waited for any more: then the server drops it. */
export async function ask(name, fields, failed = complain) {
  stop();
  const mine = (waiting = new AbortController());
  const soon = setTimeout(() => say("Working … (Escape stops waiting)", "wait"), 400);
  try {
    const response = await answered(name, fields, mine.signal, soon);
    const answer = await response.json();
    if (response.ok) return answer;
    const error = String(answer.error);
    failed(`${error[0].toUpperCase()}${error.slice(1).replace(/\.$/, "")}.`);
  } catch (error) {
    if (!mine.signal.aborted) failed("The server does not answer. Is “sudoku serve” still running?");
  } finally {
    clearTimeout(soon);
    if (waiting === mine) waiting = null;
    setTimeout(look);
  }
  return null;
}

/** The response of a server that may be busy: it says when to come again, and so do we, some times. */
async function answered(name, fields, signal, soon) {
  const question = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields), signal };
  for (let k = 1; ; k++) {
    const response = await fetch(`api/${name}`, question);
    const seconds = Number(response.headers.get("Retry-After"));
    if (response.status !== 503 || !seconds || k > MOST_TRIES) return response;
    clearTimeout(soon);
    say(`The server is busy. Trying again (${k} of ${MOST_TRIES}) … (Escape stops waiting)`, "wait");
    await new Promise((go) => setTimeout(go, 1000 * Math.min(seconds, 10)));
    signal.throwIfAborted();
  }
}

/** On a small screen the answer may be out of sight. */
function look() {
  $("message").scrollIntoView({ block: "nearest" });
}

/** The puzzle, as every question has it. */
export const asked = () => ({ board: state.board, puzzle: lineOf(puzzleOf(state)) });

on("change", stop);
