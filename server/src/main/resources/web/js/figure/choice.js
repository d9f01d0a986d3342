/** What the reader chose on a page beside the filters: an area in focus, a measure. It is in the page's address, so that a link opens the same figure. */
import {h} from '../base/dom.js';
import {addressWith} from '../filter/filters.js';

/** @param {Page.Context} ctx @param {string} name @param {string} usual what it is where the address does not say */
export function chosen(ctx, name, usual) {
  return ctx.search.get(name) ?? usual;
}

/**
 * The one of some options that the address names, else the first.
 *
 * @template {string} T @param {Page.Context} ctx @param {string} name @param {readonly T[]} options @returns {T}
 */
export function chosenOf(ctx, name, options) {
  const said = ctx.search.get(name);
  return options.find(each => each === said) ?? options[0];
}

/**
 * Puts a choice into the address and shows the page anew.
 *
 * @param {Page.Context} ctx @param {string} name @param {string} value '' or the usual one are left out @param {string} [usual]
 */
export function choose(ctx, name, value, usual = '') {
  return ctx.go(addressWith(name, value === usual ? '' : value));
}

/**
 * Buttons of which one is pressed.
 *
 * @param {Page.Context} ctx @param {string} name @param {string} label @param {[string, string][]} options value and text @param {string} [usual] the first, unless another is named
 */
export function segmented(ctx, name, label, options, usual = options[0][0]) {
  const said = chosen(ctx, name, usual);
  const now = options.some(([value]) => value === said) ? said : usual;
  return h('div', {class: 'segmented', role: 'group', 'aria-label': label}, options.map(([value, text]) =>
    h('button', {type: 'button', 'aria-pressed': String(value === now), 'data-filter': `${name}-${value}`, onclick: () => choose(ctx, name, value, usual)}, text)));
}
