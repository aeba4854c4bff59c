// SPDX-License-Identifier: MIT
/* The page: one state (the puzzle), one view (what is marked on it), and one function that draws both.

     keys, buttons  ->  change(state)  ->  draw()
     questions      ->  ask(name, ...) ->  the server's answer  ->  change(state) or view, draw()

   A state is never altered: each change makes a new one, and the old one is kept for undo. Whatever came from the server,
   a link or the clipboard is put on the page as text (textContent), never as HTML. Cells are numbered in reading order,
   digits from 1; a set of digits is a whole number, bit 0 is digit 1; a candidate is cell * side + digit - 1. */
"use strict";

const DIGITS = "123456789ABCDEFG";
const MOST_UNDO = 1000;
const MOST_TRIES = 5; // of a question again, where the server is busy
const $ = (id) => document.getElementById(id);
const BOARDS = new Map([...$("size").options].map((option) => [option.value, shape(option.value)]));

let state = blank("3x3");
let past = [];
let future = [];
const view = { at: 0, notes: false, clues: true, marked: new Map(), hint: null };
let cells = []; // the elements of the board
let waiting = null; // of the question that is under way: to stop it

// ---- boards

function shape(name) {
  const [height, width] = name.split("x").map(Number);
  const side = height * width;
  const count = side * side;
  const box = (cell) => Math.floor(Math.floor(cell / side) / height) * height + Math.floor((cell % side) / width);
  const houses = Array.from({ length: 3 * side }, () => []);
  for (let cell = 0; cell < count; cell++) {
    houses[Math.floor(cell / side)].push(cell);
    houses[side + (cell % side)].push(cell);
    houses[2 * side + box(cell)].push(cell);
  }
  const peers = Array.from({ length: count }, () => new Set());
  for (const house of houses) for (const a of house) for (const b of house) if (a !== b) peers[a].add(b);
  return { name, height, width, side, count, houses, peers };
}

function blank(name) {
  const { count } = BOARDS.get(name);
  return { board: name, given: Array(count).fill(false), values: Array(count).fill(0), marks: Array(count).fill(0) };
}

const board = () => BOARDS.get(state.board);
const lineOf = (values) => values.map((value) => (value ? DIGITS[value - 1] : ".")).join("");
const valuesOf = (line) => [...line].map((character) => DIGITS.indexOf(character) + 1);
const nameOf = (cell) => `row ${Math.floor(cell / board().side) + 1} column ${(cell % board().side) + 1}`;
const digitsOf = (mask) => [...DIGITS].filter((_, digit) => (mask >> digit) & 1);

/** The digits that are the puzzle: the clues; and where there are none, all that was entered. */
function puzzle() {
  return state.given.includes(true) ? state.values.map((value, cell) => (state.given[cell] ? value : 0)) : state.values;
}

// ---- changes, undo, the link

function change(next, { keep = false } = {}) {
  stop();
  past.push(state);
  if (past.length > MOST_UNDO) past.shift();
  future = [];
  state = next;
  if (!keep) unmark();
  draw();
  if (state.values.every(Boolean) && !clashes().size) say("Every cell is filled, and no two digits clash.", "good");
}

function travel(from, to, nothing) {
  if (!from.length) return say(nothing);
  stop();
  to.push(state);
  state = from.pop();
  unmark();
  draw();
  say(from === past ? "Undone." : "Done again.");
}

const undo = () => travel(past, future, "There is nothing to undo.");
const redo = () => travel(future, past, "There is nothing to do again.");

function load(name, line, { entered = null, words = "" } = {}) {
  const clues = valuesOf(line);
  const next = blank(name);
  next.given = clues.map(Boolean);
  next.values = entered ? valuesOf(entered).map((value, cell) => clues[cell] || value) : clues;
  view.at = 0;
  view.notes = false;
  view.clues = !clues.some(Boolean);
  change(next);
  if (words) say(words);
}

function link() {
  const clues = puzzle();
  const fields = new URLSearchParams({ board: state.board, clues: lineOf(clues) });
  if (state.values.some((value, cell) => value !== clues[cell])) fields.set("digits", lineOf(state.values));
  return "#" + fields;
}

function follow() {
  if (location.hash.length < 2 || location.hash === link()) return;
  const fields = new URLSearchParams(location.hash.slice(1));
  const [name, clues, entered] = ["board", "clues", "digits"].map((key) => fields.get(key));
  if (!BOARDS.has(name)) return complain("The link does not name a board that this page has.");
  const { side, count } = BOARDS.get(name);
  const known = (line) => line.length === count && [...line].every((c) => c === "." || DIGITS.slice(0, side).includes(c));
  if (!clues || !known(clues) || (entered && !known(entered))) return complain("The link was cut short, or altered.");
  load(name, clues, { entered, words: "The puzzle of the link is loaded." });
}

// ---- drawing

function draw() {
  if (cells.length !== state.values.length || $("board").dataset.board !== state.board) build();
  const clash = clashes();
  const shown = hinted();
  const count = {};
  state.values.forEach((value, cell) => {
    count[value] = (count[value] || 0) + 1;
    drawCell(cell, clash, shown);
  });
  for (const button of $("pad").querySelectorAll("[data-digit]")) {
    button.classList.toggle("done", count[button.dataset.digit] === board().side);
  }
  $("notes").setAttribute("aria-pressed", view.notes);
  $("clues").setAttribute("aria-pressed", view.clues);
  $("undo").setAttribute("aria-disabled", !past.length);
  $("redo").setAttribute("aria-disabled", !future.length);
  $("size").value = state.board;
  history.replaceState(null, "", state.values.some(Boolean) || location.hash ? link() : location.pathname);
}

function build() {
  const { side, width, height } = board();
  const grid = $("board");
  grid.dataset.board = state.board;
  grid.style.setProperty("--side", side);
  grid.style.setProperty("--across", width);
  grid.style.setProperty("--down", height);
  grid.setAttribute("aria-label", `Sudoku, ${side} by ${side}`);
  cells = [];
  grid.replaceChildren(
    ...Array.from({ length: side }, (_, row) => {
      const line = element("div", { role: "row" });
      for (let column = 0; column < side; column++) {
        const cell = element("div", { role: "gridcell", tabindex: "-1" });
        cell.dataset.cell = cells.length;
        if (!row) cell.dataset.column = column + 1; // the numbers at the edges
        if (!column) cell.dataset.row = row + 1;
        cell.classList.toggle("right", (column + 1) % width === 0 && column + 1 < side);
        cell.classList.toggle("under", (row + 1) % height === 0 && row + 1 < side);
        cells.push(cell);
        line.append(cell);
      }
      return line;
    }),
  );
  const buttons = [...DIGITS.slice(0, side)].map((digit, k) => {
    const button = element("button", { type: "button", "data-digit": k + 1 }, digit);
    button.addEventListener("click", (event) => press(event, () => enter(k + 1)));
    return button;
  });
  const erase = element("button", { type: "button", id: "erase", "aria-label": "Empty the cell" }, "⌫");
  erase.addEventListener("click", (event) => press(event, () => enter(0)));
  $("pad").style.setProperty("--across", side <= 6 ? side + 1 : side <= 10 ? Math.ceil((side + 1) / 2) : Math.ceil((side + 1) / 3));
  $("pad").replaceChildren(...buttons, erase);
}

/** What a button of the pad does; a finger or a mouse leaves the focus on the board. */
function press(event, act) {
  act();
  if (event.detail) focus();
}

function drawCell(cell, clash, shown) {
  const at = cells[cell];
  const value = state.values[cell];
  const marks = shown.sets.get(cell) ?? state.marks[cell];
  const classes = [...(view.marked.get(cell) || []), ...(shown.classes.get(cell) || [])];
  const here = cell === view.at;
  if (value && state.given[cell]) classes.push("given");
  if (clash.has(cell)) classes.push("clash");
  if (here) classes.push("here");
  else if (board().peers[view.at].has(cell)) classes.push("peer");
  if (value && value === state.values[view.at]) classes.push("same");
  for (const name of [...at.classList]) if (name !== "right" && name !== "under") at.classList.remove(name);
  at.classList.add(...classes);
  at.tabIndex = here ? 0 : -1;
  at.setAttribute("aria-label", label(cell, clash, marks, shown));
  at.setAttribute("aria-selected", here);
  at.setAttribute("aria-readonly", state.given[cell] && !view.clues);
  const put = shown.put.get(cell);
  if (value) at.replaceChildren(DIGITS[value - 1]);
  else if (put && board().side > 10) at.replaceChildren(element("span", { class: "put" }, put)); // marks are too small
  else if (marks) at.replaceChildren(small(cell, marks, shown));
  else at.replaceChildren();
}

function small(cell, marks, shown) {
  const { side } = board();
  const box = element("span", { class: "marks", "aria-hidden": "true" });
  for (let digit = 0; digit < side; digit++) {
    const mark = element("span", {}, (marks >> digit) & 1 ? DIGITS[digit] : "");
    const role = shown.candidates.get(cell * side + digit);
    if (role) mark.className = role;
    box.append(mark);
  }
  return box;
}

function label(cell, clash, marks, shown) {
  const value = state.values[cell];
  const parts = [nameOf(cell), value ? DIGITS[value - 1] : "empty"];
  if (value && state.given[cell]) parts.push("clue");
  if (clash.has(cell)) parts.push("clashes");
  if (view.marked.get(cell)?.includes("bad")) parts.push("wrong");
  if (view.marked.get(cell)?.includes("differs")) parts.push("differs between two solutions");
  if (!value && marks) parts.push(`${shown.sets.has(cell) ? "candidates" : "notes"} ${digitsOf(marks).join(" ")}`);
  return [...parts, ...(shown.labels.get(cell) || [])].join(", ");
}

/** The cells whose digit stands twice in a house. */
function clashes() {
  const found = new Set();
  state.values.forEach((value, cell) => {
    if (value) for (const peer of board().peers[cell]) if (state.values[peer] === value) found.add(cell);
  });
  return found;
}

/** How a hint is shown: by cell its candidates, its classes and words for it; by candidate its part in the step. */
function hinted() {
  const shown = { sets: new Map(), classes: new Map(), labels: new Map(), candidates: new Map(), put: new Map() };
  const step = view.hint;
  if (!step) return shown;
  const { side } = board();
  const cellOf = (candidate) => Math.floor(candidate / side);
  const add = (map, key, item) => map.set(key, [...(map.get(key) || []), item]);
  for (const cell of new Set(step.houses.flat())) add(shown.classes, cell, "house");
  const touched = new Set([...step.pattern.flat(), ...step.removed, ...step.placed].map(cellOf));
  for (const cell of touched) if (!state.values[cell]) shown.sets.set(cell, step.candidates[cell]);
  for (const cell of new Set(step.pattern.flat().map(cellOf))) add(shown.classes, cell, "pattern");
  for (const candidate of step.placed) shown.put.set(cellOf(candidate), DIGITS[candidate % side]);
  step.pattern.forEach((part, k) => part.forEach((candidate) => shown.candidates.set(candidate, `part${k % 4}`)));
  for (const [list, role, verb] of [[step.removed, "gone", "loses"], [step.placed, "put", "is to be"]]) {
    for (const candidate of list) {
      shown.candidates.set(candidate, role);
      add(shown.labels, cellOf(candidate), `${verb} ${DIGITS[candidate % side]}`);
    }
    for (const cell of new Set(list.map(cellOf))) add(shown.classes, cell, role === "put" ? "place" : "strike");
  }
  return shown;
}

function element(name, attributes = {}, text = "") {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

// ---- words

function say(words, kind = "") {
  $("words").setAttribute("role", kind === "error" ? "alert" : "status");
  $("words").textContent = words;
  $("message").className = kind;
  $("apply").hidden = !view.hint;
  $("link-line").hidden = true;
}

/** An error; the cells that it names (r3c5) are marked. */
function complain(words) {
  for (const [, row, column] of words.matchAll(/\br(\d+)c(\d+)\b/g)) mark((row - 1) * board().side + (column - 1), "bad");
  draw();
  say(words, "error");
}

function mark(cell, name) {
  if (cell < cells.length) view.marked.set(cell, [...(view.marked.get(cell) || []), name]);
}

function unmark() {
  view.marked.clear();
  view.hint = null;
  $("solutions").hidden = true;
  $("both").replaceChildren();
  say("");
}

// ---- entering

function enter(digit, asNote = view.notes) {
  const { peers } = board();
  const at = view.at;
  if (state.given[at] && !view.clues) return say(`${nameOf(at)} is a clue. “Set clues” (Q) changes clues.`);
  const next = { ...state, given: [...state.given], values: [...state.values], marks: [...state.marks] };
  if (asNote && digit && !view.clues) {
    if (state.values[at]) return say(`${nameOf(at)} has a digit; empty it first.`);
    next.marks[at] ^= 1 << (digit - 1);
  } else {
    if (!digit && !state.values[at] && !state.marks[at]) return undefined;
    if (!digit && !state.values[at]) next.marks[at] = 0;
    next.values[at] = digit;
    next.given[at] = view.clues && digit > 0;
    if (digit) for (const peer of peers[at]) next.marks[peer] &= ~(1 << (digit - 1));
  }
  return change(next);
}

function move(to) {
  view.at = to;
  draw();
  focus();
}

const focus = () => cells[view.at].focus({ preventScroll: false });

function step(rows, columns) {
  const { side } = board();
  const row = (Math.floor(view.at / side) + rows + side) % side;
  move(row * side + ((view.at + columns + side) % side));
}

const KEYS = {
  ArrowUp: () => step(-1, 0),
  ArrowDown: () => step(1, 0),
  ArrowLeft: () => step(0, view.at % board().side ? -1 : board().side - 1),
  ArrowRight: () => step(0, (view.at + 1) % board().side ? 1 : 1 - board().side),
  Home: (ctrl) => move(ctrl ? 0 : view.at - (view.at % board().side)),
  End: (ctrl) => move(ctrl ? cells.length - 1 : view.at - (view.at % board().side) + board().side - 1),
  Delete: () => enter(0),
  Backspace: () => enter(0),
  0: () => enter(0),
  ".": () => enter(0),
  Enter: () => (view.hint ? apply() : undefined),
  n: () => $("notes").click(),
  q: () => $("clues").click(),
  h: () => hint(),
  s: () => solve(),
  k: () => check(),
  p: () => candidates("simple"),
  t: () => candidates("true"),
  r: () => rate(),
  "?": () => $("keys").showModal(),
};

function onKey(event) {
  const ctrl = event.ctrlKey || event.metaKey;
  if (event.altKey || (ctrl && !["Home", "End"].includes(event.key))) return;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const code = /^(?:Digit|Numpad)([1-9])$/.exec(event.code); // with Shift, the key is another character
  const typed = key.length === 1 ? DIGITS.indexOf(key) + 1 : 0;
  const digit = typed || (event.shiftKey && code ? Number(code[1]) : 0);
  if (digit && digit <= board().side) enter(digit, view.notes !== (event.shiftKey && digit <= 9));
  else if (Object.hasOwn(KEYS, event.key)) KEYS[event.key](ctrl);
  else if (Object.hasOwn(KEYS, event.key.toLowerCase())) KEYS[event.key.toLowerCase()](ctrl);
  else if (digit) say(`${DIGITS[digit - 1]} is too large for this board.`);
  else return;
  event.preventDefault();
}

// ---- questions to the server

function stop() {
  waiting?.abort();
  waiting = null;
}

/** The answer to a question; null where there is none, or where it is not waited for any more: then the server drops it. */
async function ask(name, fields, failed = complain) {
  stop();
  const mine = (waiting = new AbortController());
  const soon = setTimeout(() => say("Working … (Escape stops waiting)"), 400);
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
    say(`The server is busy. Trying again (${k} of ${MOST_TRIES}) … (Escape stops waiting)`);
    await new Promise((go) => setTimeout(go, 1000 * Math.min(seconds, 10)));
    signal.throwIfAborted();
  }
}

/** On a small screen the answer may be out of sight: scroll to the board, and to what is said below it. */
function look() {
  const { top, bottom } = $("message").getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) $("play").scrollIntoView({ block: top < 0 ? "start" : "end" });
}

const asked = () => ({ board: state.board, puzzle: lineOf(puzzle()) });

async function solve() {
  const answer = await ask("solve", asked());
  if (!answer) return;
  const line = answer.solution;
  if (!line) return void complain(answer.status === "none" ? "The puzzle has no solution." : "No solution was found in the time there is.");
  view.clues = false;
  change({ ...state, given: puzzle().map(Boolean), values: valuesOf(line), marks: state.marks.map(() => 0) });
  if (answer.status === "unique") say(`Solved: this is the only solution (${counted(answer.nodes, "node")}).`, "good");
  else if (answer.status === "several") say("Solved, but this is not the only solution. “Is it unique?” shows two.", "warn");
  else say("Solved. Whether it is the only solution could not be found out in the time there is.", "warn");
}

async function check() {
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

async function candidates(kind) {
  const values = kind === "simple" ? state.values : puzzle();
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

async function hint() {
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
function apply() {
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

async function rate() {
  const answer = await ask("rate", asked());
  if (!answer) return;
  if (answer.level && answer.score !== null && ["solved", "stuck"].includes(answer.status)) {
    const hardest = answer.hardest ? `; the hardest step is: ${answer.hardest}` : "";
    return void say(`For people this is ${answer.level} (${answer.score.toFixed(1)})${hardest}.`);
  }
  const words = { "no solution": "It has no solution, so nothing can be said of it.", "several solutions": "It has several solutions: reasoning does not end." };
  say(words[answer.status] || "The time there is was not enough to rate it.", "warn");
}

async function generate() {
  const level = $("level").value;
  const answer = await ask("generate", { board: $("size").value, level });
  if (!answer) return;
  if (!answer.puzzle) return void complain(answer.words);
  load(answer.board, answer.puzzle, { words: answer.words });
  focus();
}

async function paste(text, failed = (words) => say(words, "error")) {
  const answer = await ask("read", { text }, failed);
  if (!answer) return false;
  const clues = valuesOf(answer.puzzle).filter(Boolean).length;
  load(answer.board, answer.puzzle, { words: `A puzzle of ${counted(clues, "clue")} is loaded.` });
  focus();
  return true;
}

const counted = (number, what) => `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;

// ---- the link to share, the colors

async function share() {
  $("link").value = location.origin + location.pathname + link();
  let words = "This link holds the puzzle:";
  try {
    await navigator.clipboard.writeText($("link").value);
    words = "The link is copied; it holds the puzzle:";
  } catch {
    // not allowed here: the link is there to be copied
  }
  say(words);
  $("link-line").hidden = false;
  $("link").select();
}

function dye(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  $("theme").value = theme;
}

function keep(theme) {
  dye(theme);
  try {
    localStorage.setItem("sudoku-theme", theme);
  } catch {
    // storage is switched off: the choice holds for this visit
  }
}

function kept() {
  try {
    const theme = localStorage.getItem("sudoku-theme");
    return ["light", "dark"].includes(theme) ? theme : "auto";
  } catch {
    return "auto";
  }
}

// ---- what is pressed

function toggle(name, on, off) {
  view[name] = !view[name];
  draw();
  say(view[name] ? on : off);
}

function listen() {
  const clicks = {
    undo,
    redo,
    hint,
    solve,
    check,
    rate,
    generate,
    share,
    apply,
    simple: () => candidates("simple"),
    true: () => candidates("true"),
    print: () => window.print(),
    empty: () => load($("size").value, ".".repeat(BOARDS.get($("size").value).count), { words: "An empty board: type its clues." }),
    restart: () => change({ ...state, values: puzzle(), given: puzzle().map(Boolean), marks: state.marks.map(() => 0) }),
    notes: () => toggle("notes", "Digits are notes now.", "Digits fill cells now."),
    clues: () => toggle("clues", "Digits are clues of the puzzle now.", "Clues are fixed now; digits are yours."),
    "keys-open": () => $("keys").showModal(),
    "paste-open": () => {
      $("paste-error").textContent = "";
      $("paste").showModal();
    },
    "demo-load": () => {
      const demo = $("demo").selectedOptions[0];
      load(demo.dataset.board, demo.dataset.puzzle, { words: `Loaded: ${demo.textContent}.` });
      focus();
    },
  };
  for (const [id, act] of Object.entries(clicks)) $(id).addEventListener("click", act);
  $("theme").addEventListener("change", () => keep($("theme").value));
  $("board").addEventListener("keydown", onKey);
  $("board").addEventListener("pointerdown", (event) => {
    const cell = event.target.closest("[data-cell]");
    if (!cell) return;
    event.preventDefault(); // the focus is ours to set
    move(Number(cell.dataset.cell));
  });
  $("board").addEventListener("focusin", (event) => {
    const cell = Number(event.target.dataset.cell);
    if (cell !== view.at) {
      view.at = cell;
      draw();
    }
  });
  $("paste-load").addEventListener("click", async (event) => {
    event.preventDefault();
    if (await paste($("paste-text").value, (words) => ($("paste-error").textContent = words))) $("paste").close();
  });
  document.addEventListener("keydown", anywhere);
  document.addEventListener("paste", (event) => {
    if (event.target.closest("input, textarea, dialog")) return;
    event.preventDefault();
    paste(event.clipboardData.getData("text/plain").slice(0, 5000));
  });
  window.addEventListener("hashchange", follow);
  window.addEventListener("beforeprint", () => {
    unmark(); // what is printed is the puzzle
    draw();
  });
}

/** Undo, redo and Escape, wherever the focus is outside of a text or a dialog. */
function anywhere(event) {
  if (event.target.closest("input, textarea, dialog")) return;
  const ctrl = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (ctrl && (key === "y" || (key === "z" && event.shiftKey))) redo();
  else if (ctrl && key === "z") undo();
  else if (key === "escape") {
    stop();
    unmark();
    draw();
  } else return;
  event.preventDefault();
}

dye(kept());
listen();
say("Type the clues of a puzzle, paste one, or load a demo.");
follow();
draw();
