// SPDX-License-Identifier: MIT
/* A solution as a small table. */

import { element } from "./dom.js";
import { board, state } from "./store.js";

/** The table of a line of digits. */
export function table(caption, line) {
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
    }
  }
  return made;
}
