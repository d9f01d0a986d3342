/** Are we worse than others, or do we have other fish? */
import {rows} from '../session/api.js';
import {card} from '../figure/card.js';
import {chosenOf, segmented} from '../figure/choice.js';
import {ratios} from '../figure/ratios.js';
import {h} from '../base/dom.js';
import {generationName} from '../filter/filterbar.js';
import {parameters, windowOf} from '../filter/filters.js';
import {amount, day, month, plain, time} from '../base/format.js';
import {ownName, t} from '../base/i18n.js';
import {areaName} from '../session/reference.js';
import {isFarmer, may} from '../session/session.js';
import {completeWeeks} from '../figure/periods.js';
import {siteLink} from '../shell/links.js';
import {companySentence, expected, intervalText, ratioText} from './parts/compared.js';
import {KINDS, publicCard} from './parts/public.js';
import {cycleTable, quarterText} from './parts/standing.js';
import {treatedCard} from './parts/treated.js';
import {swarm} from '../figure/swarm.js';
import {tableElement} from '../figure/table.js';

export const uses = ['areas', 'period', 'generations'];

/** What the fish are grouped by, the first one at first. */
const GROUPS = /** @type {const} */ (['area', 'site', 'generation']);

/** Those that the reader may see: rows of single sites need a permission, and are of the company alone: its sites are not all of the group's. @param {Page.Context} ctx */
function groups(ctx) {
  return GROUPS.filter(each => each !== 'site' || may('raw:read') && (ownName() === null || ctx.filters.own === 'company'));
}

/** @typedef {Answer<'/v3/comparison/expected-loss'>} Expected */
/** @typedef {Answer<'/v3/comparison/site-quarters'>} Quarters */
/** @typedef {Answer<'/v3/comparison/cycles'>} Cycles */

/** @param {Page.Context} ctx */
export async function load(ctx) {
  const query = parameters('comparison', ctx.filters, ctx.reference);
  const weeks = completeWeeks(query, ctx.reference.through);
  const {generations: _, own, ...areas} = query;
  const kind = chosenOf(ctx, 'public', KINDS);
  const [whole, parts, quarters, published, cycles, after] = await Promise.all([
    isFarmer() ? expected(weeks, 'company') : null,
    isFarmer() ? expected(weeks, chosenOf(ctx, 'group', groups(ctx))) : null,
    rows('/v3/comparison/site-quarters', areas),
    rows('/v3/comparison/public-quartiles', {...areas, kind}),
    rows('/v3/comparison/cycles', {areas: query.areas}),
    rows('/v3/comparison/after-treatment', {own}),
  ]);
  return {whole, parts, quarters, published, kind, cycles, after};
}

/** @param {Page.Context} ctx @param {Awaited<ReturnType<typeof load>>} data */
export function draw(ctx, data) {
  return h('div', {class: 'grid'}, data.whole && data.parts ? loss(ctx, data.whole, data.parts) : null, quarters(ctx, data.quarters),
      publicCard(ctx, data.published, data.kind, untouched('generations')),
      cycles(ctx, data.cycles), treatedCard(ctx, data.after, untouched('areas', 'period', 'generations')));
}

/** Which filters change nothing in a card, in a sentence. @param {...('areas' | 'period' | 'generations')} filters */
function untouched(...filters) {
  return t('compare.untouched', {filters: filters.map(each => t(`filter.${each}`)).join(', ')});
}

/** @param {Page.Context} ctx @param {Expected} whole @param {Expected} parts */
function loss(ctx, whole, parts) {
  const by = chosenOf(ctx, 'group', groups(ctx));
  const company = whole.rows[0];
  const name = (/** @type {Expected['rows'][number]} */ row) => by === 'area' ? areaName(ctx.reference, row.platform_area_name ?? '')
      : by === 'generation' ? generationName(row.generation ?? '') : row.site_name ?? row.site_id ?? '';
  const list = [...parts.rows].sort((a, b) => (b.excess_count ?? -Infinity) - (a.excess_count ?? -Infinity));
  const {from, to} = windowOf(ctx.filters, ctx.reference);
  const window = company ? {from: day(time(company.period_start)), to: day(time(company.period_end))} : {from: day(time(from)), to: day(time(to))};
  const table = {head: [t(`compare.by.${by}`), t('compare.observed'), t('compare.expected'), t('compare.ratio'), t('compare.interval'), t('compare.excess'), t('compare.compared'), t('compare.like'), t('compare.standard')],
    rows: list.map(row => [by === 'site' && row.site_id ? siteLink(ctx, row.site_id, name(row)) : name(row), plain(row.observed_count), amount(row.expected_count, 'count'), ratioText(row.ratio),
      row.ratio_low === null ? '–' : `${ratioText(row.ratio_low)}–${ratioText(row.ratio_high)}`, amount(row.excess_count, 'count', {sign: true}), amount(row.compared_share, 'share'), amount(row.like_share, 'share'), row.standard === null ? '–' : t(`compare.like.${row.standard}`)])};
  return card({id: 'expected-loss', ctx, sets: [parts, whole], wide: true, title: companySentence(ctx, whole),
    note: [t('compare.loss.note', window), company ? t('compare.loss.share', {share: amount(company.compared_share, 'share'), like: amount(company.like_share, 'share')}) : null].filter(Boolean).join(' · '),
    controls: segmented(ctx, 'group', t('compare.by'), groups(ctx).map(each => [each, t(`compare.by.${each}`)])), table,
    body: by === 'site' ? sites(list) : ratios(list.map(row => ({name: name(row), ratio: row.ratio, low: row.ratio_low, high: row.ratio_high, weight: row.expected_count ?? 0,
      text: row.ratio === null ? '–' : intervalText(row), note: row.excess_count === null ? '' : t('compare.excess.fish', {n: amount(row.excess_count, 'count', {sign: true})})})), t('compare.ratio')),
    foot: t('compare.loss.foot')});
}

/** All own sites as dots on one scale, and in words how far they lie apart. @param {Expected['rows']} list */
function sites(list) {
  const known = list.flatMap(row => row.ratio === null ? [] : {name: row.site_name ?? row.site_id ?? '', ratio: row.ratio, text: ratioText(row.ratio)});
  const sorted = known.map(each => each.ratio).sort((a, b) => a - b);
  const at = (/** @type {number} */ part) => ratioText(sorted[Math.round(part * (sorted.length - 1))]);
  const none = list.length - known.length;
  const said = [known.length > 0 ? t('compare.sites.said', {n: known.length, above: sorted.filter(each => each > 1).length, low: at(0.25), median: at(0.5), high: at(0.75)}) : null,
    none > 0 ? t('compare.sites.none', {n: none}) : null, t('compare.sites.chance')].filter(Boolean).join(' ');
  return [known.length > 0 ? swarm(known, said) : null, h('p', {}, said)];
}

/** Each month's quarters of an area's sites as a strip, with our sites in them. @param {Page.Context} ctx @param {Quarters} set */
function quarters(ctx, set) {
  const areas = [...new Set(set.rows.map(row => row.platform_area_name))];
  const months = [...new Set(set.rows.map(row => row.month))].sort();
  const newest = months.at(-1);
  const own = (/** @type {Quarters['rows'][number]} */ row) => row.farmer_site_ids?.length ?? 0;
  const last = set.rows.filter(row => row.month === newest && own(row) > 0);
  // areas whose highest quarter stands alone: where it is joined nobody knows which of its sites are in it
  const apart = new Set(set.rows.filter(row => row.month === newest && row.quarter === 4).map(row => row.platform_area_name));
  const ranked = last.filter(row => apart.has(row.platform_area_name));
  const highest = ranked.filter(row => row.quarter === 4).reduce((sum, row) => sum + own(row), 0);
  const all = ranked.reduce((sum, row) => sum + own(row), 0);
  const title = newest === undefined ? t('compare.quarters') : all === 0 ? t('compare.quarters.month', {month: month(time(newest))})
      : t('compare.quarters.answer', {n: highest, all, expected: plain(Math.round(10 * all / 4) / 10), month: month(time(newest))});
  const cell = (/** @type {string} */ area, /** @type {string} */ at) => {
    const list = set.rows.filter(row => row.platform_area_name === area && row.month === at).sort((a, b) => (b.quarter ?? 0) - (a.quarter ?? 0));
    return list.length === 0 ? t('hidden.short') : h('ol', {class: 'quarters'}, list.map(row => h('li', {class: own(row) > 0 ? 'own' : null, 'data-quarter': String(row.quarter)},
        `${list.length === 1 ? t('compare.quarter.all') : row.is_joined ? `${t('compare.quarter')} ${quarterText(set, row)}` : t(`compare.quarter.${row.quarter}`)}: ${amount(row.mean_loss_rate, 'percent', {digits: 1})}`,
        own(row) > 0 ? h('b', {}, ` ${t('compare.ours', {n: own(row)})}`) : null)));
  };
  return card({id: 'site-quarters', ctx, sets: [set], wide: true, title, note: `${t('compare.quarters.note')} ${untouched('generations')}`, foot: t('compare.quarters.foot'), table: null,
    body: tableElement(title, {head: [t('areas.area'), ...months.slice(-3).toReversed().map(at => month(time(at)))],
      rows: areas.map(area => [areaName(ctx.reference, area), ...months.slice(-3).toReversed().map(at => cell(area, at))])})});
}

/** Finished cycles, ours beside those of the area's year. @param {Page.Context} ctx @param {Cycles} set */
function cycles(ctx, set) {
  const own = set.rows.filter(row => row.site_id !== null).sort((a, b) => String(b.last_day).localeCompare(String(a.last_day)));
  // a cycle is held against those of its own year alone, where these are in halves at least
  const ranked = own.filter(row => row.quarter !== null && row.benchmark_quarter_means?.q3 !== null && String(row.last_day).startsWith(String(row.benchmark_year)));
  const above = ranked.filter(row => Number(row.quarter) > 2).length;
  const title = ranked.length > 0 ? t('compare.cycles.answer', {n: above, all: ranked.length, expected: plain(ranked.length / 2)}) : t('compare.cycles');
  return card({id: 'cycles', ctx, sets: [set], wide: true, title, note: `${t('compare.cycles.note')} ${untouched('period', 'generations')}`, table: null, body: own.length > 0
      ? cycleTable(title, own, row => siteLink(ctx, row.site_id ?? '', row.site_name ?? row.site_id ?? ''))
      : tableElement(title, {head: [t('areas.area'), t('compare.year'), t('compare.count'), t('compare.risk'), t('compare.lossShare')],
        rows: set.rows.map(row => [areaName(ctx.reference, row.platform_area_name), String(row.benchmark_year ?? '–'), amount(row.benchmark_cycle_count, 'count'), amount(row.benchmark_mean_risk, 'risk'), amount(row.benchmark_mean_loss_share, 'risk')])})});
}
