/** Where own sites stand among others: quarters by month, also of all of the country's sites, and finished cycles. */
import {rows} from '../../session/api.js';
import {card} from '../../figure/card.js';
import {generationName} from '../../filter/filterbar.js';
import {parameters} from '../../filter/filters.js';
import {amount, day, month, plain, time} from '../../base/format.js';
import {t} from '../../base/i18n.js';
import {areaName} from '../../session/reference.js';
import {quarterText} from '../../figure/quarters.js';
import {publicSiteCard} from './public.js';
import {tableElement} from '../../figure/table.js';

export {quarterText};

/** A site has few cycles: all are shown, whatever period is chosen. */
const FIRST_CYCLES = '1990-01-01';
const LAST_QUARTER = 4;

/** @typedef {Answer<'/v3/comparison/site-quarters'>} Quarters */
/** @typedef {Answer<'/v3/comparison/cycles'>} Cycles */

/** All, of the whole area that the site is in: the routes know no single site. @param {Page.Context} ctx @param {string} id */
export async function standing(ctx, id) {
  const area = ctx.reference.sites.find(site => site.site_id === id)?.production_area_id;
  const areas = area === null || area === undefined ? '' : String(area);
  const {from_date, to_date} = parameters('comparison', ctx.filters, ctx.reference);
  const [quarters, published, cycles] = await Promise.all([
    rows('/v3/comparison/site-quarters', {from_date, to_date, areas}),
    rows('/v3/comparison/public-quartiles', {from_date, to_date, areas}),
    rows('/v3/comparison/cycles', {from_date: FIRST_CYCLES, to_date: ctx.reference.end, areas}),
  ]);
  return {quarters, published, cycles};
}

/** @param {Page.Context} ctx @param {string} id @param {Awaited<ReturnType<typeof standing>>} data */
export function standingCards(ctx, id, data) {
  const cycles = {...data.cycles, rows: data.cycles.rows.filter(row => row.site_id === id)};
  return [data.quarters.rows.some(row => row.farmer_site_ids?.includes(id)) ? quarterCard(ctx, id, data.quarters) : null,
    publicSiteCard(ctx, id, data.published), cycles.rows.length > 0 ? cycleCard(ctx, cycles) : null];
}

/** @param {Page.Context} ctx @param {string} id @param {Quarters} set */
function quarterCard(ctx, id, set) {
  const months = [...new Set(set.rows.map(row => row.month))].sort();
  const of = (/** @type {string} */ at) => set.rows.find(row => row.month === at && row.farmer_site_ids?.includes(id));
  const last = months.findLast(at => of(at) !== undefined) ?? '';
  const newest = of(last);
  const title = newest ? t('sites.quarter.answer', {quarter: quarterText(set, newest), area: areaName(ctx.reference, newest.platform_area_name), month: month(time(last))}) : t('sites.quarter');
  return card({id: 'site-quarter', ctx, sets: [set], title, note: t('sites.quarter.note'), table: null, body: tableElement(title, {
    head: [t('axis.month'), t('compare.quarter'), t('sites.quarter.mean'), t('sites.quarter.ours'), t('sites.quarter.count')],
    rows: months.toReversed().map(at => {
      const row = of(at);
      return row === undefined ? [month(time(at)), t('sites.quarter.none'), '–', '–', '–']
          : [month(time(at)), quarterText(set, row), amount(row.mean_loss_rate, 'percent', {digits: 1}), oursText(row), `${plain(row.quarter_site_count)} / ${amount(row.site_count, 'count')}`];
    })})});
}

/** The own rate in a quarter: of the site, or the mean of all own sites that are in it. @param {Quarters['rows'][number]} row */
function oursText(row) {
  const n = row.farmer_site_ids?.length ?? 0;
  const rate = amount(row.farmer_mean_loss_rate, 'percent');
  return n > 1 ? t('sites.quarter.several', {rate, n}) : rate;
}

/** The quarter of a cycle, or those that are joined: up to the next one that has a mean. @param {Cycles['rows'][number]} row */
function cycleQuarter(row) {
  if (row.quarter === null) {
    return '–';
  }
  const means = row.benchmark_quarter_means;
  const next = [means?.q2, means?.q3, means?.q4].findIndex((mean, i) => i + 2 > Number(row.quarter) && mean !== null && mean !== undefined);
  const last = next < 0 ? LAST_QUARTER : next + 1;
  return last > row.quarter ? `${row.quarter}–${last}` : String(row.quarter);
}

/** The mean of each quarter of the area's cycles of the year, lowest first; of joined ones the first has it. @param {Cycles['rows'][number]} row */
function meansText({benchmark_quarter_means: means}) {
  return means ? [means.q1, means.q2, means.q3, means.q4].map(mean => amount(mean, 'risk', {bare: true})).join(' / ') : '–';
}

/** Own cycles as a table, the site's name before each where there are several sites. @param {string} title @param {Cycles['rows']} list newest first @param {((row: Cycles['rows'][number]) => Node) | null} site */
export function cycleTable(title, list, site) {
  return tableElement(title, {
    head: [...site ? [t('sites.site')] : [], t('sites.generation'), t('sites.from'), t('sites.to'), t('compare.stocked'), t('compare.lossShare'), t('compare.first90'), t('compare.risk'),
      t('compare.others'), t('compare.quarterMeans'), t('compare.quarter')],
    rows: list.map(row => [...site ? [site(row)] : [], generationName(row.generation), day(time(row.first_day ?? '')), day(time(row.last_day ?? '')), amount(row.stocked, 'count'),
      amount(row.loss_share, 'risk'), amount(row.loss_share_90, 'risk'), amount(row.risk, 'risk'),
      row.benchmark_mean_risk === null ? '–' : `${amount(row.benchmark_mean_risk, 'risk')} (${row.benchmark_year})`, meansText(row), cycleQuarter(row)])});
}

/** @param {Page.Context} ctx @param {Cycles} set */
function cycleCard(ctx, set) {
  const title = t('sites.cycles', {n: set.rows.length});
  return card({id: 'site-cycles', ctx, sets: [set], wide: true, title, note: t('compare.cycles.note'), table: null, body: cycleTable(title, set.rows.toReversed(), null)});
}
