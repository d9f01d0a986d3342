/** Lice by week beside treatments: of an area, of a site, and of an own site with what its company counted. */
import {card} from '../../figure/card.js';
import {chart, withValues} from '../../figure/charts.js';
import {summaryOf} from '../../figure/table.js';
import {h} from '../../base/dom.js';
import {amount, time, week} from '../../base/format.js';
import {isOver} from '../../figure/periods.js';
import {t} from '../../base/i18n.js';

const WEEK = 604_800_000;
/** Stocking of cleaner fish: no treatment. */
export const CLEANER = 'Cleanerfish';

/** @typedef {Answer<'/v3/environment/lice-by-site-and-week'>} Sites */
/** @typedef {Answer<'/v3/treatment/by-site'>} Own */
/**
 * A week of the figure: lice per fish, null where nobody counted, the limit, and what the table says of it; of an area also the median of its sites and the share
 * above the limit, of an own site also what the company counted.
 *
 * @typedef {{at: number, lice: number | null, limit: number | null, median?: number | null, above?: number | null, own?: number | null, cells: string[]}} Shown
 */

/** @typedef {{weeks: Shown[], treatments: Map<number, number> | null, head: string[], said: Record<string, string | number> | null, key: string}} Of */

/** A site's counts; its treatments are known to its owner alone. @param {Sites['rows']} list @param {string} site @param {Own | null} own @param {number} through the data's last day, ms @returns {Of} */
export function ofSite(list, site, own, through) {
  const weeks = list.map(row => ({at: time(row.week_start), lice: row.is_counted ? row.adult_female : null, limit: row.lice_limit, cells: [
    row.is_counted ? number(row.adult_female) : t(row.is_probably_without_fish ? 'lice.empty' : 'lice.notCounted'), number(row.lice_limit)]}));
  const last = list.findLast(row => row.is_counted && isOver(time(row.week_start), 'week', through));
  const mine = own?.rows.filter(row => row.site_id === site && row.treatment_target === 'Lice' && row.treatment_category !== CLEANER) ?? [];
  /** @type {Map<number, number>} */
  const treatments = new Map();
  for (const row of mine) {
    treatments.set(time(row.treatment_week), (treatments.get(time(row.treatment_week)) ?? 0) + row.treatment_count);
  }
  return {weeks, treatments: mine.length > 0 ? treatments : null, head: [t('lice.adult'), t('lice.limit')], key: 'lice.site.answer',
    said: last ? {lice: number(last.adult_female), limit: number(last.lice_limit), week: week(time(last.week_start))} : null};
}

/** @param {number | null} value */
export function number(value) {
  return amount(value, 'lice');
}

/** @param {Page.Context} ctx @param {Of & {controls: Page.Content, sets: import('../../session/api.js').DataSet<object>[], place: string, id?: string, note?: string}} of */
export function figure(ctx, of) {
  // a week without a row has no treatment, or one that may not be shown: where all are so, nothing is drawn as none
  const treatments = [...of.treatments?.values() ?? []].some(n => n > 0) ? of.treatments : null;
  const known = [...of.weeks.map(each => each.at), ...treatments?.keys() ?? []];
  const from = Math.min(...known);
  const all = known.length === 0 ? [] : Array.from({length: Math.round((Math.max(...known) - from) / WEEK) + 1}, (_, i) => from + i * WEEK);
  const byWeek = new Map(of.weeks.map(each => [each.at, each]));
  /** @type {(values: (week: Shown) => number | null | undefined) => Chart.TimedPoint[]} */
  const points = values => all.map(at => [at, values(byWeek.get(at) ?? {at, lice: null, limit: null, cells: []}) ?? null]);
  const isArea = of.weeks.some(each => each.median !== undefined);
  /** @type {Chart.Axes} */
  const spec = {kind: 'lines', x: 'week', unit: 'lice', series: withValues([{name: t('lice.limit'), role: 'authority', dash: true, points: points(each => each.limit)},
    ...isArea ? [{name: t('lice.median'), role: /** @type {const} */ ('item'), colour: 1, points: points(each => each.median)}] : [],
    ...of.weeks.some(each => each.own !== undefined) ? [{name: t('lice.own'), role: /** @type {const} */ ('own'), points: points(each => each.own)}] : [],
    {name: t(isArea ? 'lice.mean' : 'lice.adult'), role: 'item', colour: 3, bold: true, points: points(each => each.lice)}])};
  /** @type {(name: string, unit: Chart.Unit, colour: number, points: Chart.TimedPoint[]) => Chart.Axes} */
  const bars = (name, unit, colour, list) => ({kind: 'stack', x: 'week', unit, size: 'short', series: [{name, role: 'item', colour, points: list}]});
  const above = isArea ? bars(t('lice.above.share'), 'percentOf', 3, points(each => each.above)) : null;
  const below = treatments ? bars(t('lice.treatments'), 'count', 1, all.map(at => [at, treatments.get(at) ?? 0])) : null;
  const under = (/** @type {Chart.Axes} */ each) => [h('h3', {}, each.series[0].name), chart(each, summaryOf(each, each.series[0].name))];
  const title = of.said ? t(of.key, {...of.said, place: of.place}) : t('lice.title');
  const none = '–';
  return card({id: of.id ?? 'lice', ctx, sets: of.sets, wide: true, controls: of.controls, title, note: t(of.note ?? (of.key === 'lice.answer' ? 'lice.note' : 'lice.site.note')), spec,
    none: of.weeks.length === 0,
    body: [above ? under(above) : null, below ? under(below) : h('p', {class: 'note'}, t('lice.noTreatments'))],
    table: {head: [t('axis.week'), ...of.head, ...treatments ? [t('lice.treatments')] : []],
      rows: all.toReversed().map(at => [week(at), ...byWeek.get(at)?.cells ?? of.head.map(() => none), ...treatments ? [String(treatments.get(at) ?? 0)] : []])}});
}
