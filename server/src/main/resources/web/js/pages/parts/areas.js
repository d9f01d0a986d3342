/** All areas in one table, the one with most own fish lost beyond what others would have lost of like fish first. A name leads to that area's mortality. */
import {card} from '../../figure/card.js';
import {withGaps} from '../../figure/charts.js';
import {h} from '../../base/dom.js';
import {windowOf, writeElsewhere} from '../../filter/filters.js';
import {amount, difference, month, plain, time, week} from '../../base/format.js';
import {isComplete, isOver, lastDay, lastTemperatureDay} from '../../figure/periods.js';
import {ownName, t} from '../../base/i18n.js';
import {areaId, areaName} from '../../session/reference.js';
import {link} from '../../shell/links.js';
import {addressOfPage} from '../../shell/pages.js';
import {spark} from '../../figure/spark.js';
import {oneStop, tableElement} from '../../figure/table.js';
import {verdict} from '../../figure/ratios.js';
import {LONG, SHORT, meanOf, toneOf} from './levels.js';

const WEEK = 7 * 86_400_000;
/** A window of fewer pixels is a phone's: an area is a line there. */
const PHONE = 700;
/** Stocking of cleaner fish: no treatment. */
const CLEANER = 'Cleanerfish';

/**
 * @typedef {{weeks: Answer<'/v3/mortality/areas/week'>, months: Answer<'/v3/mortality/areas/month'>,
 *     temperatures: Answer<'/v3/environment/sea-temperature-analysis'> | null, feed: Answer<'/v3/feeding/sfr_temperature_by_region_and_week'> | null,
 *     treatments: Answer<'/v3/treatment/detail-by-category-and-week'> | Answer<'/v3/treatment/by-site'> | null}} Sets
 */

/** @typedef {import('./levels.js').Level} Level */
/** A column: its heading, and what it says of an area. @typedef {{head: string, cell: (level: Level) => string | Node}} Column */

/** @param {Page.Context} ctx @param {Sets} data @param {Level[]} list @param {string} foot */
export function areasCard(ctx, data, list, foot) {
  const ours = list.some(level => level.ours);
  const counted = list.some(level => excessOf(level) !== null);
  const sorted = [...list].sort((a, b) => Number(b.ours) - Number(a.ours) || (excessOf(b) ?? -Infinity) - (excessOf(a) ?? -Infinity) || b.now - a.now);
  const columns = [areaColumn(ctx), lineColumn(ctx, list), ...ours ? ourColumns() : [{head: t('series.benchmark'), cell: (/** @type {Level} */ level) => amount(level.now, 'percent')}],
    meansColumn(), rollingColumn(data.months, ours), ...data.feed && ours ? [feedColumn(data.feed)] : [],
    ...data.temperatures ? [seaColumn(ctx, data.temperatures)] : [], // a column of the company's does not stand among those of its group
    ...data.treatments && !(isOwn(data.treatments) && ownName() !== null && ctx.filters.own === 'group') ? [treatmentColumn(ctx, data.treatments)] : []];
  const [first] = sorted;
  // an area is named where it is no chance
  const worst = sorted.find(({last}) => last !== undefined && verdict({low: last.ratio_low, high: last.ratio_high}) === 'worse');
  const few = counted && list.every(({last}) => !last || last.ratio_low === null) ? sorted[0] : null;
  const title = worst ? t('areas.answer', {area: areaName(ctx.reference, worst.area), n: plain(Math.round(excessOf(worst) ?? 0))}) : few ? t('areas.answer.few', {area: areaName(ctx.reference, few.area), n: amount(excessOf(few), 'count', {sign: true})}) : t(counted ? 'areas.answer.none' : 'areas.title');
  const rolling = data.months.rows.filter(isComplete).map(row => row.month).sort().at(-1);
  const none = data.weeks.state === 'ok' && list.length === 0;
  return card({id: 'areas', ctx, wide: true, title, foot, sets: [data.weeks, data.months, data.temperatures, data.feed, data.treatments].filter(set => set !== null),
    hiddenAll: !none ? false : data.weeks.rows.some(isComplete) ? true : 'notYet',
    note: [first ? t('areas.note', {week: week(first.at)}) : null, rolling ? t('areas.note.rolling', {month: month(time(rolling))}) : null,
      t(counted ? 'areas.note.ours' : 'areas.note.sorted')].filter(Boolean).join(' · '),
    body: window.innerWidth < PHONE ? areaLines(ctx, sorted, columns[0])
        : oneStop(tableElement(title, {head: columns.map(column => column.head), rows: sorted.map(level => columns.map(column => column.cell(level)))}))});
}

/** A line for each area, as pens have them: its loss beside the others', and the fish beyond theirs; the rest is a page away. @param {Page.Context} ctx @param {Level[]} list @param {Column} name */
function areaLines(ctx, list, name) {
  return h('ul', {class: 'plain pens'}, list.map(level => {
    const fish = excessOf(level);
    const {last} = level;
    const others = level.ours ? level.others : level.now;
    return h('li', {}, h('b', {}, name.cell(level)), [
      !level.ours ? t('area.others', {others: amount(level.now, 'percent')})
          : others === null ? t('area.hidden', {rate: amount(level.now, 'percent')}) : t('area.rate', {rate: amount(level.now, 'percent'), others: amount(others, 'percent')}),
      fish === null ? null : h('span', {class: last ? verdict({low: last.ratio_low, high: last.ratio_high}) : null}, t('area.excess', {n: amount(fish, 'count', {sign: true})})),
      level.usual ? t('area.usual', {usual: amount(level.usual.rate, 'percent')}) : null].filter(each => each !== null).map(each => [' · ', each]));
  }));
}

/** @param {Page.Context} ctx @returns {Column} */
function areaColumn(ctx) {
  return {head: t('areas.area'), cell: ({area}) => {
    const query = writeElsewhere(ctx.filters, new URLSearchParams([...ctx.search, ['area', areaId(ctx.reference, area)]]));
    return link(ctx, addressOfPage('mortality'), areaName(ctx.reference, area), `?${query}`);
  }};
}

/** Own fish lost in four weeks beyond what others would have lost; null where too few can be compared. @param {Level} level */
function excessOf({last}) {
  return last && last.ratio !== null ? last.excess_count : null;
}

/** The weeks of the window, all areas on one scale from zero. @param {Page.Context} ctx @param {Level[]} list @returns {Column} */
function lineColumn(ctx, list) {
  const from = time(windowOf(ctx.filters, ctx.reference).from);
  const shown = (/** @type {Level} */ {weeks}) => weeks.filter(row => lastDay(time(row.loss_rate_week), 'week') >= from);
  const top = Math.max(0, ...list.flatMap(level => shown(level).flatMap(row => [row.loss_rate ?? 0, row.farmer_loss_rate ?? 0])));
  return {head: t('areas.line', {top: amount(top, 'percent')}), cell: level => {
    const points = (/** @type {'loss_rate' | 'farmer_loss_rate'} */ field) =>
      withGaps(shown(level).map(row => [time(row.loss_rate_week), row[field]]), 'week');
    return spark([{role: 'benchmark', points: points('loss_rate')}, {role: 'own', points: points('farmer_loss_rate')}],
        {top, label: t('kpi.spark', {what: areaName(ctx.reference, level.area)})});
  }};
}

/** Ours, the others', the difference, and the difference in fish. @returns {Column[]} */
function ourColumns() {
  return [
    {head: t('areas.ours'), cell: level => level.ours ? amount(level.now, 'percent') : '–'},
    {head: t('areas.others'), cell: level => {
      const others = level.ours ? level.others : level.now;
      return others === null ? t('hidden.word') : amount(others, 'percent');
    }},
    {head: t('areas.apart'), cell: level => level.others === null ? '–'
        : h('span', {class: ['apart', toneOf(level)].filter(Boolean).join(' ')}, difference(level.now - level.others, 'percent'))},
    {head: t('areas.excess'), cell: level => {
      const {last} = level;
      const fish = excessOf(level);
      return !last || fish === null ? '–' : h('span', {class: verdict({low: last.ratio_low, high: last.ratio_high})}, amount(fish, 'count', {sign: true}));
    }},
  ];
}

/** @returns {Column} */
function meansColumn() {
  return {head: t('areas.means'), cell: level => `${amount(meanOf(level, SHORT), 'percent', {bare: true})} / ${amount(meanOf(level, LONG), 'percent')}`};
}

/** @param {Sets['months']} set @param {boolean} ours @returns {Column} */
function rollingColumn(set, ours) {
  const latest = latestBy(set.rows.filter(isComplete), row => row.platform_area_name, row => row.month);
  return {head: t(ours ? 'areas.rolling' : 'areas.rolling.one'), cell: ({area}) => {
    const row = latest.get(area);
    const theirs = amount(row?.cumulative_loss_rate_12_months, 'risk');
    return ours ? `${amount(row?.farmer_cumulative_loss_rate_12_months, 'risk', {bare: true})} / ${theirs}` : theirs;
  }};
}

/** @param {NonNullable<Sets['feed']>} set @returns {Column} */
function feedColumn(set) {
  const latest = latestBy(set.rows.filter(isComplete), row => row.platform_area_name, row => row.feeding_week);
  return {head: t('areas.feed'), cell: ({area}) => {
    const row = latest.get(area);
    return row?.specific_feed_rate && row.farmer_specific_feed_rate !== null ? amount(row.farmer_specific_feed_rate / row.specific_feed_rate, 'share') : '–';
  }};
}

/** @typedef {NonNullable<Sets['temperatures']>} Seas */

/** The sea against what is usual; where there are no three years before, against the year before. @param {Page.Context} ctx @param {Seas} set @returns {Column} */
function seaColumn(ctx, set) {
  const known = set.rows.filter(row => row.avg_temperature !== null);
  const through = lastTemperatureDay(known, 'week_date', ctx.reference.end);
  const whole = set.rows.filter(row => row.current_month_period_type === 'full_month' && row.current_month_vs_3year_diff !== null);
  const over = set.rows.filter(row => row.year_over_year_change !== null && isOver(time(row.week_date), 'week', through));
  const [rows, field] = whole.length > 0 ? [whole, /** @type {const} */ ('current_month_vs_3year_diff')] : [over, /** @type {const} */ ('year_over_year_change')];
  return {head: t(whole.length > 0 ? 'areas.temperature' : 'areas.temperature.year'), cell: ({area}) => {
    const latest = latestBy(rows.filter(row => row.platform_area_name === area), row => String(row.area_id), row => row.week_date);
    const values = [...latest.values()].map(row => Number(row[field]));
    return values.length === 0 ? '–' : amount(values.reduce((sum, value) => sum + value, 0) / values.length, 'celsius', {sign: true});
  }};
}

/** @param {Page.Context} ctx @param {NonNullable<Sets['treatments']>} set @returns {Column} */
function treatmentColumn(ctx, set) {
  return {head: t(isOwn(set) ? 'areas.treatments.own' : 'areas.treatments'), cell: ({area, at}) => {
    const n = treatmentsOf(ctx, set, area, at);
    // others' treatments may be there and not be shown
    return n === 0 && !isOwn(set) ? '–' : plain(n);
  }};
}

/** The newest row of each name. @template R @param {R[]} rows @param {(row: R) => string} name @param {(row: R) => string} at */
function latestBy(rows, name, at) {
  /** @type {Map<string, R>} */
  const found = new Map();
  for (const row of rows) {
    const before = found.get(name(row));
    if (before === undefined || at(row) > at(before)) {
      found.set(name(row), row);
    }
  }
  return found;
}

/** @param {NonNullable<Sets['treatments']>} set @returns {set is Answer<'/v3/treatment/by-site'>} */
function isOwn(set) {
  return set.route === '/v3/treatment/by-site';
}

/**
 * Treatments in the last four complete weeks, without cleaner fish.
 *
 * @param {Page.Context} ctx @param {NonNullable<Sets['treatments']>} set @param {string} area @param {number} at the newest Monday, ms
 */
function treatmentsOf(ctx, set, area, at) {
  const ids = ctx.reference.areas.find(each => each.name === area)?.production_area_ids ?? [];
  const isLast = (/** @type {string} */ monday) => time(monday) <= at && time(monday) > at - SHORT * WEEK;
  if (isOwn(set)) {
    const places = new Map(ctx.reference.sites.map(site => [site.site_id, site.production_area_id]));
    return set.rows.filter(row => ids.includes(places.get(row.site_id) ?? -1) && row.treatment_category !== CLEANER && isLast(row.treatment_week))
        .reduce((sum, row) => sum + row.treatment_count, 0);
  }
  return set.rows.filter(row => ids.includes(row.production_area_id ?? -1) && row.treatment_category !== CLEANER && isLast(row.week_start))
      .reduce((sum, row) => sum + row.category_treatment_count, 0);
}
