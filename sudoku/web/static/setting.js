// SPDX-License-Identifier: MIT
/* The panel for the rules of a variant: a rule is chosen, its cells are selected in order, and it is added to the list.

     kind + selected cells + value  ->  an entry of state.rules (rules.js)  ->  change(state)  ->  layer.js, live.js */

import { complaint, fetched } from "./ask.js";
import { $, element } from "./dom.js";
import { KEYS } from "./keys.js";
import { lineOf, puzzleOf } from "./puzzle.js";
import { paste } from "./puzzles.js";
import { added, entriesOf, itemsOf, without } from "./rules.js";
import { targets } from "./select.js";
import { board, change, on, select, state, view } from "./store.js";
import { say } from "./words.js";

const LABELS = { number: "Number", optional: "Sum", usual: "Number", mark: "X or V", digits: "Digits", text: "Text" };
const chosen = () => $("kind").selectedOptions[0].dataset;

/** Add the chosen rule for the selected cells; the server checks it first. */
async function add() {
  const kind = chosen();
  let rules;
  try {
    rules = added(state.rules, kind.key, itemsOf(kind, targets(), $("rule-value").value, board().side));
  } catch (error) {
    return say(error.message, "error");
  }
  const before = state;
  const answer = await fetched("picture", { board: state.board, rules }).catch(() => null);
  if (state !== before) return undefined; // the puzzle has changed since
  if (!answer || answer.error) return say(complaint(answer), "error");
  $("rule-value").value = "";
  select(view.at);
  change({ ...state, rules });
  const old = new Set(entriesOf(before.rules).map(({ words }) => words));
  return say(`Added: ${entriesOf(rules).find(({ words }) => !old.has(words))?.words ?? "it was there"}.`, "good");
}

function remove({ key, entry, words }) {
  change({ ...state, rules: without(state.rules, key, entry) });
  say(`Deleted: ${words}. Undo (Ctrl+Z) brings it back.`);
  $("rules-title").focus();
}

let listed = null; // the rules in the list

function drawList() {
  const entries = entriesOf(state.rules);
  if (listed !== state.rules) $("rules").replaceChildren(...entries.map(itemOf));
  listed = state.rules;
  entries.forEach((one, k) => $("rules").children[k].classList.toggle("clash", isAtFault(one)));
  $("no-rules").hidden = entries.length > 0;
}

function itemOf(one) {
  const item = element("li", {}, one.words);
  const gone = element("button", { type: "button", "aria-label": `Delete ${one.words}`, title: "Delete" }, "✕");
  gone.addEventListener("click", () => remove(one));
  item.append(gone);
  return item;
}

const isAtFault = ({ key, entry }) =>
  Boolean(view.fault?.rules.some((rule) => rule.key === key && (rule.entry === null || rule.entry === entry)));

function showKind() {
  const { form, value, words, label, usual } = chosen();
  const needless = form === "flag" || !value;
  $("rule-value").placeholder = usual && `${usual}, or another`;
  $("kind-words").textContent = words;
  $("value-label").textContent = needless ? "" : label || LABELS[value];
  $("rule-value").hidden = needless;
  $("rule-value").inputMode = value === "mark" || value === "text" ? "text" : "numeric";
}

// ---- files

function save() {
  const file = { board: state.board, title: view.title, rules: state.rules, puzzle: lineOf(puzzleOf(state)) };
  const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 1)], { type: "application/json" }));
  element("a", { href: url, download: "puzzle.json" }).click();
  URL.revokeObjectURL(url);
}

async function open() {
  const [file] = $("rules-file").files;
  if (file) await paste(await file.text());
  $("rules-file").value = "";
}

export function listenToSetting() {
  $("kind").addEventListener("change", showKind);
  $("rule-add").addEventListener("click", add);
  $("rule-value").addEventListener("keydown", (event) => {
    if (event.key === "Enter") add();
  });
  $("rules-save").addEventListener("click", save);
  $("rules-open").addEventListener("click", () => $("rules-file").click());
  $("rules-file").addEventListener("change", open);
  KEYS.i = add;
  on("draw", drawList);
  showKind();
}
