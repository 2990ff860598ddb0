// Building elements without HTML text, so that nothing a server or a link says is ever parsed as markup.

/** @typedef {string | Node | null | false | undefined} Child */
/** @typedef {Record<string, string | number | boolean | null | ((event: any) => void)>} Attributes */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {Element} element
 * @param {Attributes} attributes `onclick` and the like are listeners; true is an empty attribute, false and null none
 */
function decorate(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else setAttribute(element, name, value);
  }
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean | null} value
 */
export function setAttribute(element, name, value) {
  if (value === false || value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value === true ? '' : value)) {
    element.setAttribute(name, String(value === true ? '' : value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  decorate(element, attributes);
  append(element, children);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  decorate(element, attributes);
  append(element, children);
  return /** @type {SVGElementTagNameMap[K]} */ (element);
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/**
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * Makes these the children of an element. Those that are its children already are not taken out on the way: a press on one
 * that has begun ends there, and what has the focus keeps it.
 * @param {Element} element
 * @param {Node[]} children
 */
export function arrange(element, children) {
  const kept = new Set(children);
  for (const old of Array.from(element.childNodes)) if (!kept.has(/** @type {Node} */ (old))) old.remove();
  let there = element.firstChild;
  for (const child of children) {
    if (child === there) there = there.nextSibling;
    else element.insertBefore(child, there);
  }
}

/**
 * Sets the text only where it differs, so that screen readers do not repeat it.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return /** @type {T} */ (/** @type {unknown} */ (element));
}
