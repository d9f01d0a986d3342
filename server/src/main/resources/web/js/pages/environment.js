/** Is the sea warmer than usual? */
import {rows} from '../session/api.js';
import {card} from '../figure/card.js';
import {choose, chosen} from '../figure/choice.js';
import {h} from '../base/dom.js';
import {parameters} from '../filter/filters.js';
import {amount, arrow, day, iso, time, week} from '../base/format.js';
import {isOver, lastTemperatureDay, stillOpen} from '../figure/periods.js';
import {t} from '../base/i18n.js';
import {areaName, productionFocus} from '../session/reference.js';
import {tableElement} from '../figure/table.js';
import {withGaps, withValues} from '../figure/charts.js';
import {below, markList, markSets, markSwitch, marksOf} from './parts/marks.js';

export const uses = ['areas', 'period'];
const BANDS = /** @type {const} */ (['deep', 'medium', 'shallow']);

/** @param {Page.Context} ctx */
export async function load(ctx) {
  const query = parameters('environment', ctx.filters, ctx.reference);
  const [trends, depths, marks] = await Promise.all([
    rows('/v3/environment/temperature-trends-by-region', query),
    rows('/v3/environment/temperature-depths-by-region', query),
    markSets(ctx),
  ]);
  return {trends, depths, marks};
}

/** @typedef {Answer<'/v3/environment/temperature-trends-by-region'>} Trends */

/** @param {Page.Context} ctx @param {Awaited<ReturnType<typeof load>>} data */
export function draw(ctx, data) {
  const names = new Map(data.trends.rows.map(row => [row.area_id, row.area_name]));
  const id = productionFocus(ctx.reference, [...names.keys()], chosen(ctx, 'area', '')) ?? 0;
  const area = names.get(id) ?? '';
  const select = names.size > 1 ? h('select', {'aria-label': t('focus.area'), 'data-filter': 'sea',
    onchange: () => choose(ctx, 'area', select?.value ?? '')},
  [...names].map(([each, name]) => h('option', {value: each, selected: each === id}, name))) : null;
  const list = data.trends.rows.filter(row => row.area_name === area);
  const known = data.trends.rows.filter(row => row.temperature !== null);
  const through = Math.max(lastTemperatureDay(known, 'week', ctx.reference.end), ...data.depths.rows.map(row => time(row.date)));
  return h('div', {class: 'grid'}, years(ctx, data.trends, list, area, select, through, marksOf(ctx, data.marks, [id])),
      depth(ctx, data.depths, list[0]?.platform_area_name), trends(ctx, data.trends, through));
}

/**
 * @param {Page.Context} ctx @param {Trends} set @param {Trends['rows']} list @param {string} area @param {HTMLElement | null} select
 * @param {number} through the last day with temperatures, ms @param {import('./parts/marks.js').Own[]} marks
 */
function years(ctx, set, list, area, select, through, marks) {
  const open = stillOpen(list.map(row => time(row.week)), 'week', iso(through));
  const points = (/** @type {'temperature' | 'prev_year' | 'prev_year_2'} */ field) => withGaps(list.map(row => [time(row.week), row[field]]), 'week');
  const series = withValues([
    {name: t('environment.before2'), role: 'item', colour: 'year-2', dash: true, points: points('prev_year_2')},
    {name: t('environment.before'), role: 'benchmark', points: points('prev_year')},
    {name: t('environment.now'), role: 'item', colour: 'year-0', bold: true, points: points('temperature'), running: open},
  ]);
  const last = list.findLast(row => row.temperature !== null && isOver(time(row.week), 'week', through));
  const change = last?.macro_change ?? null;
  const said = change === null ? null : Math.abs(change) < 0.05 ? 'environment.same' : change > 0 ? 'environment.warmer' : 'environment.colder';
  return card({id: 'trends', ctx, sets: [set], wide: true, controls: [select, markSwitch(ctx)], body: markList(marks),
    title: last ? (said && change !== null ? t(said, {area, now: amount(last.temperature, 'celsius'), change: amount(Math.abs(change), 'celsius'), week: week(time(last.week))})
        : t('environment.alone', {area, now: amount(last.temperature, 'celsius'), week: week(time(last.week))})) : t('environment.title'),
    note: t('environment.note'), spec: {kind: 'lines', x: 'week', unit: 'celsius', free: true, series, marks, below: below(marks, list.map(row => ({at: time(row.week), sites: null})))}});
}

/** @param {Page.Context} ctx @param {Answer<'/v3/environment/temperature-depths-by-region'>} set @param {string | null | undefined} area */
function depth(ctx, set, area) {
  const list = set.rows.filter(row => row.platform_area_name === area);
  const xs = list.map(row => time(row.date));
  const all = list.flatMap((row, x) => BANDS.map((band, y) => /** @type {Chart.Cell} */ ([x, y, row[/** @type {const} */ (`temperature_${band}`)]])));
  const cells = all.filter(cell => cell[2] !== null);
  const last = list.at(-1);
  return card({id: 'depths', ctx, sets: [set], wide: true,
    title: last && last.temperature_shallow !== null && last.temperature_deep !== null ? t('environment.depth.answer', {area: areaName(ctx.reference, last.platform_area_name),
      shallow: amount(last.temperature_shallow, 'celsius'), deep: amount(last.temperature_deep, 'celsius'), day: day(time(last.date))})
        : area ? t('environment.depth', {area: areaName(ctx.reference, area)}) : t('environment.depth.plain'),
    note: t('environment.depth.note'),
    spec: cells.length > 0 ? {kind: 'heat', x: 'day', xTitle: '', yTitle: t('environment.band'), valueTitle: t('environment.temperature'), unit: 'celsius', xs,
      ys: BANDS.map(band => t(`band.${band}`)), cells} : undefined,
    body: cells.length > 0 ? null : h('p', {class: 'state'}, t('environment.none'))});
}

/** The last complete week of each area. @param {Page.Context} ctx @param {Trends} set @param {number} through the last day with temperatures, ms */
function trends(ctx, set, through) {
  /** @type {Map<number, Trends['rows'][number]>} */
  const latest = new Map();
  for (const row of set.rows) {
    if (row.temperature !== null && isOver(time(row.week), 'week', through)) {
      latest.set(row.area_id, row);
    }
  }
  const moved = (/** @type {number | null} */ value) => arrow(value, 'celsius', 1);
  const lines = [...latest.values()].sort((a, b) => a.area_id - b.area_id).map(row => [`${row.area_id}. ${row.area_name}`,
    amount(row.temperature, 'celsius', {bare: true}), moved(row.change), moved(row.trend), moved(row.macro_change), moved(row.macro_change_2)]);
  const last = [...latest.values()].map(row => row.week).sort().at(-1);
  const title = t('environment.table');
  return card({id: 'trend-table', ctx, sets: [set], wide: true, title, note: last ? t('environment.table.note', {week: week(time(last))}) : '',
    body: tableElement(title, {head: [t('environment.area'), t('environment.temperature'), t('environment.change'), t('environment.trend'),
      t('environment.year'), t('environment.year2')], rows: lines})});
}
