/** What happened over lines of time: drawn in the chart, said in tooltips and in a list. A switch takes the marks away. */
import {chosenOf, segmented} from './choice.js';
import {day} from '../base/format.js';
import {h} from '../base/dom.js';
import {t} from '../base/i18n.js';

const DAY = 86_400_000;
const ON = /** @type {const} */ (['on', 'off']);

/** Whether the reader has switched the marks off. @param {Page.Context} ctx */
export function areOff(ctx) {
  return chosenOf(ctx, 'marks', ON) === 'off';
}

/** @param {Page.Context} ctx */
export function markSwitch(ctx) {
  return segmented(ctx, 'marks', t('marks'), [['on', t('marks.on')], ['off', t('marks.off')]]);
}

/** Those of a time, in its order; none where they are switched off. @param {Page.Context} ctx @param {Chart.Mark[]} all @param {number} from ms @param {number} to ms */
export function marksIn(ctx, all, from, to) {
  return areOff(ctx) ? [] : all.filter(mark => mark.from <= to && mark.to >= from).sort((a, b) => a.from - b.from);
}

/**
 * A line without values that has the marks: a triangle above treatments, a circle above counts of lice, a diamond above corrected days, a band over each time of disease, and one that is hatched
 * over days that were not delivered.
 *
 * @param {Chart.Mark[]} marks @param {Chart.Colours} colours @param {object} striped the filling of what is hatched
 */
export function drawnMarks(marks, colours, striped) {
  const of = (/** @type {Chart.Mark['kind']} */ kind) => marks.filter(mark => mark.kind === kind);
  const band = (/** @type {Chart.Mark} */ mark, /** @type {object} */ itemStyle) => [{xAxis: mark.from, itemStyle}, {xAxis: mark.to + DAY}];
  const tops = (/** @type {Chart.Mark['kind']} */ kind, /** @type {string} */ symbol) => [...new Set(of(kind).map(mark => mark.from))].map(at => ({xAxis: at, symbol: ['none', symbol]}));
  return {type: 'line', id: 'marks', data: [], silent: true, tooltip: {show: false},
    markLine: {silent: true, symbolSize: 9, animation: false, label: {show: false}, lineStyle: {color: colours.soft, type: 'dotted', width: 1, opacity: 0.8},
      data: [...tops('treatment', 'triangle'), ...tops('lice', 'circle'), ...tops('correction', 'diamond')]},
    markArea: {silent: true, data: [...of('disease').map(mark => band(mark, {color: colours.of(4), opacity: 0.14})),
      ...of('missing').map(mark => band(mark, {color: striped, opacity: 0.7}))]}};
}

/** The texts of marks at each place of an axis, for its tooltips. @template {Chart.Mark} M @param {M[]} marks @param {number[]} places ms @param {number} span how long a place is, ms @param {(mark: M) => string} say */
export function saidAt(marks, places, span, say) {
  return new Map(places.map(at => [at, marks.filter(mark => mark.from < at + span && mark.to >= at).map(say)]));
}

/** The newest first. @param {Chart.Mark[]} marks */
export function markList(marks) {
  return marks.length === 0 ? null : h('ul', {class: 'plain marks'}, marks.toReversed().map(mark => h('li', {'data-mark': mark.kind},
      h('b', {}, t(`mark.${mark.kind}`)), ' ', mark.to === mark.from ? day(mark.from) : `${day(mark.from)} – ${day(mark.to)}`, ': ', mark.text)));
}
