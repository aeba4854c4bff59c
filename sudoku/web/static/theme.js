// SPDX-License-Identifier: MIT
/* Light, dark, or as the system has it; the choice is kept. */

import { $ } from "./dom.js";

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

export function listenToTheme() {
  dye(kept());
  $("theme").addEventListener("change", () => keep($("theme").value));
}
