// SPDX-License-Identifier: MIT
/* Elements of the document, found and made. Text is always put as text (textContent), never as HTML. */

export const $ = (id) => document.getElementById(id);

export function element(name, attributes = {}, text = "") {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}
