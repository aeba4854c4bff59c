// SPDX-License-Identifier: MIT
/* The keys, wherever the focus is outside of a text, a choice or a dialog. */

import { $ } from "./dom.js";
import { back, empty, enter, redo, undo } from "./entry.js";
import { selectAll, selectSame, step, toEnd, toggleCell } from "./select.js";
import { board, view } from "./store.js";
import { DIGITS } from "./shapes.js";

const click = (id) => () => $(id).click();

/** What a key does; other modules add theirs. */
export const KEYS = {
  ArrowUp: (how) => step(-1, 0, how),
  ArrowDown: (how) => step(1, 0, how),
  ArrowLeft: (how) => step(0, -1, how),
  ArrowRight: (how) => step(0, 1, how),
  Home: ({ extend, collect }) => toEnd(false, collect, { extend }),
  End: ({ extend, collect }) => toEnd(true, collect, { extend }),
  Delete: empty,
  Backspace: back,
  0: empty,
  ".": empty,
  " ": () => (view.advance ? empty() : undefined),
  "=": selectSame,
  z: click("digit"),
  x: click("corner"),
  c: click("center"),
  n: () => $(view.mode === "center" ? "digit" : "center").click(),
  v: click("color"),
  q: click("clues"),
  w: click("advance"),
  m: click("many"),
  "?": click("keys-open"),
};

const CHORDS = {
  a: selectAll,
  y: redo,
  z: (shift) => (shift ? redo() : undo()),
  " ": () => toggleCell(view.at),
};

export function onKey(event) {
  const { key, altKey, shiftKey } = event;
  const ctrl = event.ctrlKey || event.metaKey;
  if (event.target.closest("input, textarea, select, dialog")) return;
  if (event.target.closest("button") && (key === "Enter" || key === " ") && !ctrl) return; // presses the button
  const digit = digitOf(event);
  const small = key.toLowerCase();
  if (digit && (ctrl || altKey)) enter(digit, shiftKey ? "color" : "center");
  else if (altKey) return;
  else if (ctrl && Object.hasOwn(CHORDS, small)) CHORDS[small](shiftKey);
  else if (ctrl && !/^(Arrow|Home|End)/.test(key)) return;
  else if (digit && (digit <= board().side || view.mode === "color")) enter(digit, shiftKey && digit <= 9 ? "corner" : view.mode);
  else if (Object.hasOwn(KEYS, small)) KEYS[small]({ shift: shiftKey });
  else if (Object.hasOwn(KEYS, key)) KEYS[key]({ extend: shiftKey, collect: ctrl });
  else if (digit) enter(digit, "digit"); // says that it is too large
  else return;
  event.preventDefault();
}

/** The digit of a key, or 0. With Shift, a digit is another character; letters with Ctrl are the browser's. */
function digitOf({ key, code, altKey, ctrlKey, metaKey }) {
  const chord = altKey || ctrlKey || metaKey;
  const number = /^(?:Digit|Numpad)([1-9])$/.exec(code);
  if (number && key.length === 1) return Number(number[1]);
  return chord || key.length > 1 ? 0 : DIGITS.indexOf(key.toUpperCase()) + 1;
}
