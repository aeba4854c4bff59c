// SPDX-License-Identifier: MIT
/* Elements of the document, found and made. Text is always put as text (textContent), never as HTML. */

const SVG = document.getElementById("arrows").namespaceURI;

export const $ = (id) => document.getElementById(id);

export const element = (name, attributes, text) => filled(document.createElement(name), attributes, text);
export const shape = (name, attributes) => filled(document.createElementNS(SVG, name), attributes);

function filled(made, attributes = {}, text = "") {
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}
