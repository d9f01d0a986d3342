/** Bands from the first to the third quartile, a row each, with a line for the median and a dot for each own site. */
import {h} from '../base/dom.js';
import {amount} from '../base/format.js';
import {styled} from './ratios.js';

/** @typedef {{name: Page.Content, q1: number, median: number, q3: number, dots: {name: string, value: number}[], text: string, note?: string}} Band percent */

/** @param {Band[]} list @param {string} label */
export function bands(list, label) {
  const most = Math.max(...list.flatMap(each => [each.q3, ...each.dots.map(dot => dot.value)]), Number.MIN_VALUE);
  const place = (/** @type {number} */ value) => `${100 * value / most}%`;
  const track = (/** @type {Page.Content} */ content) => h('span', {class: 'ratio-track', 'aria-hidden': 'true'}, content);
  return h('div', {class: 'ratios', role: 'list', 'aria-label': label},
      h('div', {class: 'ratio-row ratio-marks', 'aria-hidden': 'true'}, h('span'),
          track([0, most / 2, most].map(mark => styled(h('span', {class: 'ratio-mark'}, amount(mark, 'percentOf')), {left: place(mark)}))), h('span')),
      list.map(each => h('div', {class: 'ratio-row', role: 'listitem'}, h('span', {class: 'ratio-name'}, each.name), track([
        styled(h('span', {class: 'band'}), {left: place(each.q1), width: place(each.q3 - each.q1)}),
        styled(h('span', {class: 'band-median'}), {left: place(each.median)}),
        each.dots.map(dot => styled(h('span', {class: 'ratio-dot band-dot', title: `${dot.name}: ${amount(dot.value, 'percentOf', {digits: 2})}`}), {left: place(dot.value)})),
      ]), h('span', {class: 'ratio-text'}, each.text, each.note ? h('span', {class: 'note'}, ` ${each.note}`) : null))));
}
