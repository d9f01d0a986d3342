/** Many ratios on one scale, a dot each, piled up where several are near: what is usual is seen, and that some are far away is no surprise. */
import {h} from '../base/dom.js';
import {plain} from '../base/format.js';
import {MARKS, placeOf, styled, track} from './ratios.js';

/** Width of a pile, per cent of the scale, and the height of a dot, pixels. */
const STEP = 2, DOT = 11;

/** @param {{name: string, ratio: number, text: string}[]} list @param {string} label what it says in words */
export function swarm(list, label) {
  /** @type {Map<number, number>} */
  const piles = new Map();
  const dots = [...list].sort((a, b) => a.ratio - b.ratio).map(each => {
    const pile = Math.round(placeOf(each.ratio) / STEP);
    const below = piles.get(pile) ?? 0;
    piles.set(pile, below + 1);
    return styled(h('span', {class: 'ratio-dot swarm-dot', title: `${each.name}: ${each.text}`}), {left: `${pile * STEP}%`, bottom: `${below * DOT + 2}px`});
  });
  return h('div', {class: 'swarm', role: 'img', 'aria-label': label}, styled(track(dots), {height: `${Math.max(3, ...piles.values()) * DOT + 6}px`}),
      h('div', {class: 'ratio-marks', 'aria-hidden': 'true'}, h('span', {class: 'ratio-track'}, MARKS.map(mark => styled(h('span', {class: 'ratio-mark'}, plain(mark)), {left: `${placeOf(mark)}%`})))));
}
