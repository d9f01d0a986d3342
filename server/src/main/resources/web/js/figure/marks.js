/** What happened over a line of time: a line with a letter in the chart, its text in the tooltip and in a list below. A switch takes the marks away. */
import {chosen, segmented} from './choice.js';
import {day} from '../base/format.js';
import {h} from '../base/dom.js';
import {t} from '../base/i18n.js';

const DAY = 86_400_000;
const SWITCH = 'marks';

/** Those of a time, in its order; none where the reader has switched them off. @param {Page.Context} ctx @param {Chart.Mark[]} all @param {number} from ms @param {number} to ms */
export function marksOf(ctx, all, from, to) {
  return chosen(ctx, SWITCH, '') === 'no' ? [] : all.filter(mark => mark.at <= to && (mark.to ?? mark.at) >= from).sort((a, b) => a.at - b.at);
}

/** @param {Page.Context} ctx */
export function markSwitch(ctx) {
  return segmented(ctx, SWITCH, t('mark.switch'), [['', t('mark.on')], ['no', t('mark.off')]]);
}

/** The marks as a series without values, in the terms of the charting library. @param {Chart.Mark[]} marks @param {Chart.Colours} colours */
export function markSeries(marks, colours) {
  return {type: 'line', id: 'marks', name: '', data: [], silent: true,
    markLine: {silent: true, symbol: 'none', lineStyle: {color: colours.soft, type: 'dashed', width: 1}, label: {position: 'end', distance: 2, color: colours.text, fontSize: 11},
      data: marks.map(mark => ({xAxis: mark.at, label: {formatter: t(`mark.${mark.kind}.letter`)}}))},
    markArea: {silent: true, itemStyle: {color: colours.soft, opacity: 0.12}, data: marks.flatMap(mark => mark.to === undefined ? [] : [[{xAxis: mark.at}, {xAxis: mark.to}]])}};
}

/** The texts of a place on the axis. @param {Chart.Mark[] | undefined} marks @param {Chart.Place} x @param {string} axis */
export function marksAt(marks, x, axis) {
  const last = Number(x) + (axis === 'week' ? 7 : 1) * DAY;
  return (marks ?? []).filter(mark => mark.at < last && (mark.to ?? mark.at) >= Number(x));
}

/** The newest first. @param {Chart.Mark[]} marks */
export function markList(marks) {
  return marks.length === 0 ? null : h('ul', {class: 'plain marks'}, marks.toReversed().map(mark => h('li', {'data-mark': mark.kind},
      h('b', {}, t(`mark.${mark.kind}.letter`)), ' ', mark.to === undefined ? day(mark.at) : `${day(mark.at)} – ${day(mark.to)}`, ': ', mark.text)));
}
