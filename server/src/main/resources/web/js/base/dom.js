/** Builds elements. Text is inserted as text, never as HTML. */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element: `h('p', {class: 'note'}, 'text', child)`. Names that begin with `on` are listeners, `true` sets an empty
 * attribute, `null`, `undefined` and `false` leave it out.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Page.Content} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * The same in SVG.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Page.Content} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** @template {Element} E @param {E} element @param {Record<string, unknown>} attributes @param {Page.Content[]} children @returns {E} */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(.../** @type {(Node | string)[]} */ (children.flat(3).filter(child => child !== null && child !== undefined && child !== false)));
  return element;
}

/**
 * Something that unfolds over the page: the Escape key, the loss of focus and a click elsewhere fold it. What is folded is no stop of the keyboard.
 *
 * @param {Record<string, unknown>} attributes @param {...Page.Content} children the summary, then what unfolds
 */
export function unfolding(attributes, ...children) {
  const box = h('details', attributes, ...children);
  box.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape' && box.open) {
      box.open = false;
      box.querySelector('summary')?.focus();
    }
  });
  box.addEventListener('focusout', (/** @type {FocusEvent} */ event) => {
    if (event.relatedTarget instanceof Node && !box.contains(event.relatedTarget)) {
      box.open = false;
    }
  });
  const leave = (/** @type {Event} */ event) => {
    if (!(event.target instanceof Node && box.contains(event.target))) {
      box.open = false;
    }
  };
  box.addEventListener('toggle', () => box.open ? document.addEventListener('pointerdown', leave) : document.removeEventListener('pointerdown', leave));
  return box;
}

let ids = 0;

/** A fresh id for a label and its control. @param {string} name */
export function freshId(name) {
  ids += 1;
  return `${name}-${ids}`;
}

/** Starts the download of a file. @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = h('a', {href: address, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * A modal dialog with a heading and a close button; removed when it closes.
 *
 * @param {string} title
 * @param {string} closeLabel
 * @param {...Page.Content} content
 */
export function dialog(title, closeLabel, ...content) {
  const heading = freshId('dialog');
  const box = h('dialog', {class: 'dialog', 'aria-labelledby': heading},
      h('div', {class: 'dialog-head'}, h('h2', {id: heading}, title),
          h('button', {type: 'button', class: 'quiet', 'aria-label': closeLabel, onclick: () => box.close()}, '×')),
      content);
  box.addEventListener('close', () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}
