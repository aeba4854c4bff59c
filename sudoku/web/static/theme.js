// SPDX-License-Identifier: MIT
/* Light, dark, or as the system has it; the choice is kept. */

import { $ } from "./dom.js";
import { fetched, store } from "./saved.js";

const KEY = "sudoku-theme";

function dye(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  $("theme").value = theme;
}

export function listenToTheme() {
  const kept = fetched(KEY);
  dye(["light", "dark"].includes(kept) ? kept : "auto");
  $("theme").addEventListener("change", () => {
    dye($("theme").value);
    store(KEY, $("theme").value);
  });
}
