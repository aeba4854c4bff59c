// SPDX-License-Identifier: MIT
/* The link that holds a puzzle, in the address of the page and to be shared; and the links of other programs.

     #board=3x3&clues=53..7....6..&digits=534.7....6..&rules={"killer":[[8,"r1c1 r1c2"]]} */

import { ask, asked } from "./ask.js";
import { $ } from "./dom.js";
import { lineOf, puzzleOf } from "./puzzle.js";
import { known, load } from "./puzzles.js";
import { normalized } from "./rules.js";
import { DIGITS, boardOf, spell } from "./shapes.js";
import { on, state } from "./store.js";
import { complain, say } from "./words.js";

export function linkOf(some) {
  const clues = puzzleOf(some);
  const fields = new URLSearchParams({ board: some.board, clues: lineOf(clues) });
  if (some.values.some((value, cell) => value !== clues[cell])) fields.set("digits", lineOf(some.values));
  if (Object.keys(some.rules).length) fields.set("rules", JSON.stringify(some.rules));
  return "#" + fields;
}

/** Load the puzzle of the address. */
export function follow() {
  if (location.hash.length < 2 || location.hash === linkOf(state)) return;
  const fields = new URLSearchParams(location.hash.slice(1));
  const [name, clues, entered] = ["board", "clues", "digits"].map((key) => fields.get(key));
  if (!known(name)) return complain("The link does not name a board that this page has.");
  const rules = rulesIn(fields.get("rules"));
  if (!rules) return complain("The link was cut short or changed.");
  spell(rules);
  const { side, count } = boardOf(name);
  const fits = (line) => line.length === count && [...line].every((c) => c === "." || DIGITS.slice(0, side).includes(c));
  if (!clues || !fits(clues) || (entered && !fits(entered))) {
    spell(state.rules);
    return complain("The link was cut short or changed.");
  }
  load(name, clues, { entered, rules, words: "The puzzle of the link is loaded." });
}

/** The rules in a link; null for a text that has none. */
function rulesIn(text) {
  try {
    const rules = JSON.parse(text ?? "{}");
    return rules && typeof rules === "object" && !Array.isArray(rules) ? normalized(rules) : null;
  } catch {
    return null;
  }
}

/** Show and copy a link to the puzzle, for this page or for another program. */
export async function share() {
  const to = $("link-to").value;
  const answer = to ? await ask("link", { ...asked(), to }) : { link: location.origin + location.pathname + linkOf(state) };
  if (!answer) return;
  $("link").value = answer.link;
  say((await copied(answer.link)) ? "The link is copied; it holds the puzzle:" : "This link holds the puzzle:", "good");
  $("link-line").hidden = false;
  $("link").select();
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // not allowed here: the link is there to be copied
  }
}

let linked = null; // the state that the address has: browsers refuse to change it a hundred times in a row

on("draw", () => {
  if (linked === state) return;
  linked = state;
  const some = state.values.some(Boolean) || Object.keys(state.rules).length || location.hash;
  history.replaceState(null, "", some ? linkOf(state) : location.pathname);
});
