/** Ratios of observed to expected around one: a row each, a dot whose area is what it rests on, and a line for the interval. */
import {h} from '../base/dom.js';
import {plain} from '../base/format.js';
import {t} from '../base/i18n.js';

/** The scale is logarithmic, so that half and twice as many are equally far from one; beyond its ends a dot stands at the end, and a line goes to it, with an arrow. */
const LEAST = 0.25;
const MOST = 4;
export const MARKS = [0.5, 1, 2];
const [DOT_LEAST, DOT_ARROW, DOT_MOST] = [8, 16, 26];

/** @typedef {{name: Page.Content, ratio: number | null, low: number | null, high: number | null, weight: number, text: string, note?: string}} Ratio weight: what the ratio rests on */

/** Where a ratio is, per cent of the width. @param {number} ratio */
export function placeOf(ratio) {
  return 100 * Math.log(Math.min(MOST, Math.max(LEAST, ratio)) / LEAST) / Math.log(MOST / LEAST);
}

/** What an interval says: more, less, or no difference that is larger than chance. @param {Pick<Ratio, 'low' | 'high'>} of */
export function verdict(of) {
  return of.low !== null && of.low > 1.1 ? 'worse' : of.high !== null && of.high < 0.9 ? 'better' : null;
}

/** @param {Ratio[]} list @param {string} label */
export function ratios(list, label) {
  const heaviest = Math.max(...list.map(each => each.weight), 1);
  return h('div', {class: 'ratios'},
      h('div', {class: 'ratio-row ratio-marks', 'aria-hidden': 'true'}, h('span'), track(MARKS.map(mark => styled(h('span', {class: 'ratio-mark'}, plain(mark)), {left: `${placeOf(mark)}%`}))), h('span')),
      h('div', {class: 'ratios', role: 'list', 'aria-label': label}, list.map(each => h('div', {class: 'ratio-row', role: 'listitem', 'data-ratio': each.ratio === null ? '' : String(each.ratio)},
          h('span', {class: 'ratio-name'}, each.name), track(marksOf(each, heaviest)),
          h('span', {class: 'ratio-text'}, each.text, each.note ? h('span', {class: 'note'}, ` ${each.note}`) : null)))));
}

/** A scale with a line at one. @param {Page.Content} content */
export function track(content) {
  return h('span', {class: 'ratio-track', 'aria-hidden': 'true'}, styled(h('span', {class: 'ratio-one'}), {left: `${placeOf(1)}%`}), content);
}

/** @param {Ratio} of @param {number} heaviest */
function marksOf(of, heaviest) {
  if (of.ratio === null) {
    return h('span', {class: 'ratio-none'}, t('compare.noRatio'));
  }
  const beyond = of.ratio > MOST ? '›' : of.ratio < LEAST ? '‹' : '';
  // an arrow needs room in its dot
  const size = Math.max(beyond ? DOT_ARROW : 0, DOT_LEAST + (DOT_MOST - DOT_LEAST) * Math.sqrt(of.weight / heaviest));
  const line = of.low === null || of.high === null ? null
      : styled(h('span', {class: ['ratio-line', of.low < LEAST ? 'goes-lower' : '', of.high > MOST ? 'goes-higher' : ''].filter(Boolean).join(' ')}), {left: `${placeOf(of.low)}%`, width: `${placeOf(of.high) - placeOf(of.low)}%`});
  return [line, styled(h('span', {class: `ratio-dot ${verdict(of) ?? 'same'}`}, beyond), {left: `${placeOf(of.ratio)}%`, width: `${size}px`, height: `${size}px`})];
}

/** An element with these styles, which no attribute may set. @param {HTMLElement} element @param {Partial<CSSStyleDeclaration>} style */
export function styled(element, style) {
  Object.assign(element.style, style);
  return element;
}
