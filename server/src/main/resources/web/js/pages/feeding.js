/** How much are our fish fed, and how do they grow? */
import {rows} from '../session/api.js';
import {card} from '../figure/card.js';
import {allHidden, answer, focus, lastWith, lines, whyNoOwn} from '../figure/compare.js';
import {h} from '../base/dom.js';
import {withGaps, withValues} from '../figure/charts.js';
import {parameters} from '../filter/filters.js';
import {amount, mondayOf, month, time, week} from '../base/format.js';
import {t} from '../base/i18n.js';
import {completeWeeks, daysText, isComplete, running} from '../figure/periods.js';
import {stockedSites} from '../session/reference.js';
import {isFarmer, may} from '../session/session.js';

/** Sites that have a line, those that are fed most; the table has all. */
const MOST_SITES = 6;

export const uses = ['areas', 'period', 'generations', 'weight', 'withoutUs'];

/** @param {Page.Context} ctx */
export async function load(ctx) {
  const query = parameters('feeding', ctx.filters, ctx.reference);
  const [weeks, days, years, sizes, grown, index] = await Promise.all([
    rows('/v3/feeding/sfr_temperature_by_region_and_week', query),
    rows('/v3/feeding/sfr-days-per-temperature', completeWeeks(query, ctx.reference.through)),
    rows('/v3/feeding/sfr-by-weeknumber-and-year', query),
    isFarmer() ? rows('/v2/feeding/sfr-by-country-and-temperature', {exclude_self: query.exclude_self}) : null,
    rows('/v3/feeding/growth', query),
    isFarmer() && may('raw:read') ? rows('/v3/feeding/feed-index', {...query, own: ''}) : null,
  ]);
  return {weeks, days, years, sizes, grown, index};
}

/** @typedef {Answer<'/v3/feeding/sfr_temperature_by_region_and_week'>} Weeks */
/** @typedef {import('../figure/compare.js').Focus} Focus */

/** @param {Page.Context} ctx @param {Awaited<ReturnType<typeof load>>} data */
export function draw(ctx, data) {
  const at = focus(ctx, data.weeks.rows);
  const list = data.weeks.rows.filter(row => row.platform_area_name === at.area);
  return h('div', {class: 'grid'}, weekly(ctx, data.weeks, list, at), growth(ctx, data.grown, at), data.index ? feedIndex(ctx, data.index) : null, curve(ctx, data.weeks, list, at), share(ctx, data.days, at),
      byYear(ctx, data.years), data.sizes ? bySize(ctx, data.sizes) : null);
}

/** @param {Page.Context} ctx @param {Weeks} set @param {Weeks['rows']} list @param {Focus} at */
function weekly(ctx, set, list, at) {
  const field = 'specific_feed_rate';
  const last = lastWith(list, field);
  const what = t('feeding.week', {area: at.title, week: last ? week(time(last.feeding_week)) : ''});
  return card({id: 'sfr-week', ctx, sets: [set], wide: true, controls: at.select, none: list.length === 0, hiddenAll: allHidden(list, field),
    title: last ? answer(what, last.farmer_specific_feed_rate, last.specific_feed_rate, 'sfr') : t('feeding.title'),
    note: [t('feeding.note'), last?.site_count ? t('note.sites', {n: last.site_count}) : null, whyNoOwn(list, field)].filter(Boolean).join(' · '),
    spec: {kind: 'lines', x: 'week', unit: 'sfr', ...lines(ctx, list, 'feeding_week', field, 'week')}});
}

/** Growth of the area by month: own against like fish, else what the area's fish grow. @param {Page.Context} ctx @param {Answer<'/v3/feeding/growth'>} set @param {Focus} at */
function growth(ctx, set, at) {
  const field = 'estimated_growth_rate';
  const list = set.rows.filter(row => row.platform_area_name === at.area);
  if (list.some(row => row.farmer_growth_index !== null)) {
    return growthIndex(ctx, set, list, at);
  }
  const last = list.findLast(row => isComplete(row) && row[field] !== null);
  const what = t('feeding.growth.month', {area: at.title, month: last ? month(time(last.month)) : ''});
  const {series, hidden} = lines(ctx, list, 'month', field, 'month');
  return card({id: 'growth', ctx, sets: [set], none: list.length === 0, hiddenAll: allHidden(list, field),
    title: last ? answer(what, null, last[field], 'sfr') : t('feeding.growth'),
    note: [t('feeding.growth.note'), isFarmer() ? t('feeding.growth.noIndex') : t('own.noCompany')].join(' · '),
    spec: {kind: 'lines', x: 'month', unit: 'sfr', series: series.filter(one => one.role === 'benchmark'), hidden}});
}

/** Own growth against that of fish of the same weight and degree. @param {Page.Context} ctx @param {Answer<'/v3/feeding/growth'>} set @param {Answer<'/v3/feeding/growth'>['rows']} list @param {Focus} at */
function growthIndex(ctx, set, list, at) {
  const last = list.findLast(row => isComplete(row) && row.farmer_growth_index !== null);
  const open = running(list, row => time(row.month), row => time(row.month), 'month', ctx.reference.through);
  return card({id: 'growth', ctx, sets: [set],
    title: last ? t('feeding.growth.answer', {area: at.title, share: amount(last.farmer_growth_index, 'share'), month: month(time(last.month))}) : t('feeding.growth'),
    note: t('feeding.growth.indexNote'),
    spec: {kind: 'lines', x: 'month', unit: 'share', series: [{name: t('series.own'), role: 'own', running: open,
      points: withGaps(list.map(row => [time(row.month), row.farmer_growth_index]), 'month')}]},
    table: {head: [t('axis.month'), t('feeding.growth.index'), t('compare.compared'), t('feeding.growth.weighed')],
      rows: list.toReversed().map(row => [month(time(row.month)), isComplete(row) ? amount(row.farmer_growth_index, 'share') : `${amount(row.farmer_growth_index, 'share')} (${open.get(time(row.month)) ?? t('running.short')})`,
        amount(row.compared_share, 'share'), amount(row.weighed_share, 'share')])}});
}

/** Own feed against what fish of that size get at that temperature, site by site. @param {Page.Context} ctx @param {Answer<'/v3/feeding/feed-index'>} set */
function feedIndex(ctx, set) {
  // a site that has been emptied says nothing of what is fed today; the table has it
  const stocked = stockedSites(ctx.reference);
  const list = set.rows.filter(row => row.feed_index !== null && (stocked.size === 0 || stocked.has(row.site_id)));
  const complete = list.filter(isComplete);
  const sum = (/** @type {typeof list} */ rows, /** @type {'feed_kg' | 'expected_feed_kg'} */ field) => rows.reduce((/** @type {number} */ all, row) => all + (row[field] ?? 0), 0);
  const sites = [...new Set(list.map(row => row.site_id))].map(id => list.filter(row => row.site_id === id)).sort((a, b) => sum(b, 'expected_feed_kg') - sum(a, 'expected_feed_kg'));
  const last = complete.map(row => row.week).sort().at(-1);
  const newest = complete.filter(row => row.week === last);
  const title = last ? t('feeding.index.answer', {share: amount(sum(newest, 'feed_kg') / sum(newest, 'expected_feed_kg'), 'share'), week: week(time(last))}) : t('feeding.index');
  const open = running(list, row => time(row.week), row => time(row.week), 'week', ctx.reference.through);
  /** @type {Chart.Series[]} */
  const series = sites.slice(0, MOST_SITES).map((rows, i) => ({name: rows[0].site_name ?? rows[0].site_id, role: 'item', colour: i, running: open,
    points: withGaps(rows.map(row => [time(row.week), row.feed_index]), 'week')}));
  return card({id: 'feed-index', ctx, sets: [set], none: list.length === 0, title, note: t('feeding.index.note'),
    foot: sites.length > MOST_SITES ? t('feeding.index.cut', {n: MOST_SITES, all: sites.length}) : undefined,
    spec: {kind: 'lines', x: 'week', unit: 'share', series},
    table: {head: [t('axis.week'), t('sites.site'), t('feeding.index.index'), t('feeding.index.feed'), t('feeding.index.expected'), t('compare.compared')],
      rows: set.rows.toReversed().map(row => [week(time(row.week)), row.site_name ?? row.site_id, isComplete(row) ? amount(row.feed_index, 'share') : `${amount(row.feed_index, 'share')} (${open.get(time(row.week)) ?? t('running.short')})`,
        amount(row.feed_kg, 'count'), amount(row.expected_feed_kg, 'count'), amount(row.compared_share, 'share')])}});
}

/** @param {Page.Context} ctx @param {Weeks} set @param {Weeks['rows']} list @param {Focus} at */
function curve(ctx, set, list, at) {
  /** @param {'specific_feed_rate' | 'farmer_specific_feed_rate'} field @returns {Chart.Point[]} */
  const points = field => list.filter(row => isComplete(row) && row.temperature !== null && row[field] !== null)
      .map(row => [Number(row.temperature), row[field], week(time(row.feeding_week))]);
  const series = withValues([{name: t('series.benchmark'), role: 'benchmark', points: points('specific_feed_rate')},
    {name: t('series.own'), role: 'own', points: points('farmer_specific_feed_rate')}]);
  return card({id: 'sfr-temperature', ctx, sets: [set], none: list.length === 0, hiddenAll: series.length === 0, title: at.title ? t('feeding.curve', {area: at.title}) : t('feeding.curve.plain'), note: t('feeding.curve.note'),
    spec: {kind: 'points', x: 'number', xUnit: 'celsius', xTitle: t('environment.temperature'), yTitle: t('feeding.sfr'), unit: 'sfr', series}});
}

/** @param {Page.Context} ctx @param {Answer<'/v3/feeding/sfr-days-per-temperature'>} set @param {Focus} at */
function share(ctx, set, at) {
  const list = set.rows.filter(row => row.platform_area_name === at.area && row.avg_temperature !== null);
  const shown = list.filter(row => row.rate_of_days_by_temperature !== null);
  /** @type {[number, number][]} */
  const points = shown.map(row => [Math.floor(Number(row.avg_temperature)), Number(row.rate_of_days_by_temperature)]);
  const most = [...points].sort((a, b) => b[1] - a[1])[0];
  // where most days are hidden, the highest bar is not where most fish are fed
  const shownShare = points.reduce((sum, point) => sum + point[1], 0);
  return card({id: 'sfr-days', ctx, sets: [set], none: list.length === 0, hiddenAll: shown.length === 0,
    title: most && shownShare >= 0.5 ? t('feeding.days.answer', {area: at.title, degrees: amount(most[0], 'celsius', {digits: 0}), share: amount(most[1], 'share')}) : at.title ? t('feeding.days', {area: at.title}) : t('feeding.days.plain'),
    note: t('feeding.days.note', {share: amount(shownShare, 'share')}), spec: {kind: 'bars', x: 'number', xUnit: 'celsius', xTitle: t('feeding.degrees'), unit: 'share',
      series: [{name: t('series.benchmark'), role: 'benchmark', points}]}});
}

/** @param {Page.Context} ctx @param {Answer<'/v3/feeding/sfr-by-weeknumber-and-year'>} set */
function byYear(ctx, set) {
  const years = [...new Set(set.rows.map(row => row.year))].slice(-4);
  /** @type {Chart.Series[]} */
  const series = years.map((year, i) => ({name: String(year), role: i === years.length - 1 ? 'benchmark' : 'item', bold: i === years.length - 1, colour: `year-${years.length - 1 - i}`,
    running: new Map(set.rows.filter(row => row.year === year && !isComplete(row))
        .map(row => [row.week, daysText(mondayOf(row.year, row.week), 'week', ctx.reference.through)])),
    points: gaps(set.rows.filter(row => row.year === year).map(row => [row.week, row.specific_feed_rate]))}));
  const last = set.rows.findLast(row => isComplete(row) && row.specific_feed_rate !== null);
  return card({id: 'sfr-years', ctx, sets: [set], wide: true, hiddenAll: allHidden(set.rows, 'specific_feed_rate'),
    title: last ? t('feeding.years.answer', {value: amount(last.specific_feed_rate, 'sfr'), week: t('period.week', {week: last.week, year: last.year})}) : t('feeding.years'),
    note: t('feeding.years.note'), spec: {kind: 'lines', x: 'season', xTitle: t('axis.week'), unit: 'sfr', series}});
}

/** A week that is left out breaks the line. @param {Chart.TimedPoint[]} points @returns {Chart.TimedPoint[]} */
function gaps(points) {
  return points.flatMap((point, i) => i > 0 && point[0] > points[i - 1][0] + 1 ? [[points[i - 1][0] + 1, null], point] : [point]);
}

/** @param {Page.Context} ctx @param {Answer<'/v2/feeding/sfr-by-country-and-temperature'>} set */
function bySize(ctx, set) {
  const list = set.rows.filter(row => row.species === 'SAL');
  const degrees = [...new Set(list.map(row => row.temperature))].sort((a, b) => a - b);
  const groups = [...new Map(list.map(row => [row.weight_group, row.weight_bucket_name]))].sort((a, b) => a[0] - b[0]);
  /** @type {Chart.Cell[]} */
  const cells = list.map(row => [degrees.indexOf(row.temperature), groups.findIndex(([group]) => group === row.weight_group), row.avg_sfr]);
  return card({id: 'sfr-size', ctx, sets: [set], wide: true, title: t('feeding.size'), note: t('feeding.size.note'),
    hiddenAll: cells.every(cell => cell[2] === null),
    spec: {kind: 'heat', x: 'number', xUnit: 'celsius', xTitle: t('feeding.degrees'), yTitle: t('axis.weight'), valueTitle: t('feeding.sfr'), unit: 'sfr', xs: degrees,
      ys: groups.map(([, name]) => name), cells, hidden: cells.filter(cell => cell[2] === null)}});
}
