// SPDX-License-Identifier: MIT
/* The panel for the rules of a variant: a rule is chosen, its cells are selected in order, and it is added to the list.

     kind + selected cells + value  ->  the server  ->  state.rules with an entry  ->  change(state)  ->  layer.js, live.js

   A rule picked in the list is selected on the board, and its value and cells can be changed. */

import { complaint, fetched } from "./ask.js";
import { $, element } from "./dom.js";
import { KEYS } from "./keys.js";
import { lineOf, puzzleOf } from "./puzzle.js";
import { paste } from "./puzzles.js";
import { entriesOf, learn, without } from "./rules.js";
import { targets } from "./select.js";
import { change, draw, on, select, state, view } from "./store.js";
import { fitting, say } from "./words.js";

const LABELS = { number: "Number", optional: "Sum", usual: "Number", mark: "X or V", digits: "Digits", text: "Text" };
const chosen = () => $("kind").selectedOptions[0].dataset;

let picked = null; // the entry of the list that is selected on the board

const add = () => apply(null, "Added");
const alter = () => apply(picked.entry, "Changed");

/** Put the chosen rule for the selected cells into the rules, in the place of an entry or as one more: the server does. */
async function apply(entry, verb) {
  const before = state;
  const selection = { kind: $("kind").value, cells: targets(), value: $("rule-value").value, entry };
  const answer = await fetched("picture", { board: before.board, rules: before.rules, selection }).catch(() => null);
  if (state !== before) return undefined; // the puzzle has changed since
  if (!answer || answer.error) return say(complaint(answer), "error");
  const { rules, entries } = answer;
  $("rule-value").value = "";
  select(view.at);
  learn(state.board, rules, entries);
  change({ ...state, rules });
  const old = new Set(entriesOf(state.board, before.rules).map(({ words }) => words));
  const fresh = entriesOf(state.board, rules).find(({ words }) => !old.has(words));
  return say(fresh ? `${verb}: ${fresh.words}.` : "The list has this rule already.", "good");
}

/** Select the cells of a rule, and have its value ready to be changed; or no more. */
function pick(one) {
  const kind = isPicked(one) ? null : kindOf(one);
  picked = kind && one;
  $("rule-value").value = "";
  if (!kind) return draw();
  kind.selected = true;
  showKind();
  if (one.cells.length) select(one.cells.at(-1), one.cells);
  $("rule-value").value = one.value;
  draw();
  say(`Selected: ${one.words}.`);
  if ($("rule-value").hidden) return undefined;
  $("rule-value").focus();
  return $("rule-value").select();
}

/** The option of the kinds that makes such an entry; none of a rule that is a whole. */
function kindOf({ key, entry }) {
  const fits = ({ dataset }) => dataset.key === key && (dataset.form !== "flag" || dataset.value === state.rules[key][entry]);
  return entry === null ? undefined : [...$("kind").options].find(fits);
}

const isPicked = ({ key, entry }) => picked !== null && picked.key === key && picked.entry === entry;

function remove({ key, entry, words }) {
  change({ ...state, rules: without(state.rules, key, entry) });
  say(`Deleted: ${words}. ${fitting("Undo (Ctrl+Z)", "“Undo”")} brings it back.`);
  $("rules-title").focus();
}

let listed = null; // the rules in the list
let shown = ""; // their entries

function drawList() {
  const entries = entriesOf(state.board, state.rules);
  if (listed !== state.rules) picked = null;
  if (shown !== JSON.stringify(entries)) $("rules").replaceChildren(...entries.map(itemOf));
  [listed, shown] = [state.rules, JSON.stringify(entries)];
  entries.forEach((one, k) => {
    $("rules").children[k].classList.toggle("clash", isAtFault(one));
    $("rules").children[k].firstChild.setAttribute("aria-pressed", isPicked(one));
  });
  $("rule-change").hidden = !picked || chosen().form === "flag";
  $("no-rules").hidden = entries.length > 0;
}

function itemOf(one) {
  const item = element("li");
  const name = element("button", { type: "button", title: "Show its cells, and change it" }, one.words);
  name.addEventListener("click", () => pick(one));
  const gone = element("button", { type: "button", "aria-label": `Delete ${one.words}`, title: "Delete" }, "✕");
  gone.addEventListener("click", () => remove(one));
  item.append(name, gone);
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
  $("kind").addEventListener("change", () => {
    picked = null;
    showKind();
    draw();
  });
  $("rule-add").addEventListener("click", add);
  $("rule-change").addEventListener("click", alter);
  $("rule-value").addEventListener("keydown", (event) => {
    if (event.key === "Enter") (picked ? alter : add)();
    if (event.key === "Escape" && picked) pick(picked);
  });
  $("rules-save").addEventListener("click", save);
  $("rules-open").addEventListener("click", () => $("rules-file").click());
  $("rules-file").addEventListener("change", open);
  KEYS.i = add;
  on("draw", drawList);
  showKind();
}
