// SPDX-License-Identifier: MIT
/* Questions to the server: one at a time, stopped by any change of the puzzle. */

import { $ } from "./dom.js";
import { lineOf, puzzleOf } from "./puzzle.js";
import { on, state } from "./store.js";
import { complain, fitting, say } from "./words.js";

/** The name of this page for the server, which answers only the newest question of a page. */
export const PAGE = crypto.getRandomValues(new Uint32Array(2)).join("-");
let waiting = null; // of the question that is under way: to stop it
let send = (name, question) => fetch(`api/${name}`, question);

/** Send all questions in another way, as a page without a server does (docs/live). */
export function sendBy(other) {
  send = other;
}

const toStop = () => fitting(" (Escape stops waiting)", "");

export function stop() {
  waiting?.abort();
  waiting = null;
}

/** The answer to a question; null where there is none, or where it is not waited for any more: then the server drops it. */
export async function ask(name, fields, failed = complain) {
  stop();
  const mine = (waiting = new AbortController());
  const soon = setTimeout(() => say(`Working …${toStop()}`, "wait"), 400);
  try {
    const answer = await fetched(name, { ...fields, page: PAGE }, mine.signal, (place) => {
      clearTimeout(soon);
      say(`The server is busy; this question has place ${place} in the line …${toStop()}`, "wait");
    });
    if (!answer.error) return answer;
    failed(complaint(answer));
  } catch (error) {
    if (!mine.signal.aborted) failed("The server does not answer. Is “sudoku serve” still running?");
  } finally {
    clearTimeout(soon);
    if (waiting === mine) waiting = null;
    setTimeout(look);
  }
  return null;
}

/** The answer to a question, as it came. A busy server keeps a place in its line, and says when to ask again. */
export async function fetched(name, fields, signal, busy = () => {}) {
  const question = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields), signal };
  for (;;) {
    const response = await send(name, question);
    const answer = await response.json();
    const seconds = Number(response.headers.get("Retry-After"));
    if (response.status !== 503 || !seconds) return answer;
    busy(answer.place ?? 1);
    await new Promise((go) => setTimeout(go, 1000 * Math.min(seconds, 10)));
    signal?.throwIfAborted();
  }
}

/** The error of an answer as a sentence. */
export function complaint(answer) {
  const error = String(answer?.error ?? "the server does not answer");
  return `${error[0].toUpperCase()}${error.slice(1).replace(/\.$/, "")}.`;
}

/** On a small screen the answer may be out of sight. */
function look() {
  $("message").scrollIntoView({ block: "nearest" });
}

/** The puzzle, as every question has it. */
export const asked = () => ({ board: state.board, rules: state.rules, puzzle: lineOf(puzzleOf(state)) });

on("change", stop);
