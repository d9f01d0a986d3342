/** Are we worse than others, or do we have other fish? */
import {rows} from '../session/api.js';
import {card} from '../figure/card.js';
import {chosenOf, segmented} from '../figure/choice.js';
import {ratios} from '../figure/ratios.js';
import {h} from '../base/dom.js';
import {generationName} from '../filter/filterbar.js';
import {parameters, windowOf} from '../filter/filters.js';
import {amount, day, month, plain, time} from '../base/format.js';
import {has, ownName, t} from '../base/i18n.js';
import {areaName} from '../session/reference.js';
import {isFarmer, may} from '../session/session.js';
import {completeWeeks} from '../figure/periods.js';
import {siteLink} from '../shell/links.js';
import {companySentence, expected, ratioText} from './parts/compared.js';
import {KINDS, publicCard} from './parts/public.js';
import {cycleTable, quarterText} from './parts/standing.js';
import {tableElement} from '../figure/table.js';

export const uses = ['areas', 'period', 'generations'];

/** What the fish are grouped by, the first one at first. */
const GROUPS = /** @type {const} */ (['area', 'site', 'generation']);
/** Stocking of cleaner fish, which is no treatment of the fish; and days on which nobody treated. */
const CLEANER = 'Cleanerfish', UNTREATED = 'Untreated';
/** Rows of ratios that are shown; the table has all. */
const MOST = 15;
/** Weights of treated fish, lightest first. */
const SIZES = ['0–1 kg', '1–2 kg', '2–3 kg', '3–4 kg', '4+ kg'];

/** Those that the reader may see: rows of single sites need a permission, and are of the company alone: its sites are not all of the group's. @param {Page.Context} ctx */
function groups(ctx) {
  return GROUPS.filter(each => each !== 'site' || may('raw:read') && (ownName() === null || ctx.filters.own === 'company'));
}

/** @typedef {Answer<'/v3/comparison/expected-loss'>} Expected */
/** @typedef {Answer<'/v3/comparison/site-quarters'>} Quarters */
/** @typedef {Answer<'/v3/comparison/cycles'>} Cycles */
/** @typedef {Answer<'/v3/comparison/after-treatment'>} After */

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
      publicCard(ctx, data.published, data.kind), cycles(ctx, data.cycles), after(ctx, data.after));
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
    rows: list.map(row => [name(row), plain(row.observed_count), amount(row.expected_count, 'count'), ratioText(row.ratio),
      row.ratio_low === null ? '–' : `${ratioText(row.ratio_low)}–${ratioText(row.ratio_high)}`, amount(row.excess_count, 'count', {sign: true}), amount(row.compared_share, 'share'), amount(row.like_share, 'share'), row.standard === null ? '–' : t(`compare.like.${row.standard}`)])};
  return card({id: 'expected-loss', ctx, sets: [parts, whole], wide: true, title: companySentence(ctx, whole),
    note: [t('compare.loss.note', window), company ? t('compare.loss.share', {share: amount(company.compared_share, 'share'), like: amount(company.like_share, 'share')}) : null].filter(Boolean).join(' · '),
    controls: segmented(ctx, 'group', t('compare.by'), groups(ctx).map(each => [each, t(`compare.by.${each}`)])), table,
    body: ratios(list.slice(0, MOST).map(row => ({name: by === 'site' && row.site_id ? siteLink(ctx, row.site_id, name(row)) : name(row), ratio: row.ratio, low: row.ratio_low, high: row.ratio_high,
      weight: row.expected_count ?? 0, text: row.ratio === null ? '–' : ratioText(row.ratio),
      note: row.excess_count === null ? '' : t('compare.excess.fish', {n: amount(row.excess_count, 'count', {sign: true})})})), t('compare.ratio')),
    foot: [list.length > MOST ? t('compare.cut', {n: MOST, all: list.length}) : null, t('compare.loss.foot')].filter(Boolean).join(' ')});
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
      : t('compare.quarters.answer', {n: highest, all, month: month(time(newest))});
  const cell = (/** @type {string} */ area, /** @type {string} */ at) => {
    const list = set.rows.filter(row => row.platform_area_name === area && row.month === at).sort((a, b) => (b.quarter ?? 0) - (a.quarter ?? 0));
    return list.length === 0 ? t('hidden.short') : h('ol', {class: 'quarters'}, list.map(row => h('li', {class: own(row) > 0 ? 'own' : null, 'data-quarter': String(row.quarter)},
        `${list.length === 1 ? t('compare.quarter.all') : row.is_joined ? `${t('compare.quarter')} ${quarterText(set, row)}` : t(`compare.quarter.${row.quarter}`)}: ${amount(row.mean_loss_rate, 'percent', {digits: 1})}`,
        own(row) > 0 ? h('b', {}, ` ${t('compare.ours', {n: own(row)})}`) : null)));
  };
  return card({id: 'site-quarters', ctx, sets: [set], wide: true, title, note: t('compare.quarters.note'), foot: t('compare.quarters.foot'), table: null,
    body: tableElement(title, {head: [t('areas.area'), ...months.slice(-3).toReversed().map(at => month(time(at)))],
      rows: areas.map(area => [areaName(ctx.reference, area), ...months.slice(-3).toReversed().map(at => cell(area, at))])})});
}

/** Finished cycles, ours beside those of the area's year. @param {Page.Context} ctx @param {Cycles} set */
function cycles(ctx, set) {
  const own = set.rows.filter(row => row.site_id !== null).sort((a, b) => String(b.last_day).localeCompare(String(a.last_day)));
  const worse = own.filter(row => row.risk !== null && row.benchmark_mean_risk !== null && row.risk > row.benchmark_mean_risk).length;
  const held = own.filter(row => row.risk !== null && row.benchmark_mean_risk !== null).length;
  const title = held > 0 ? t('compare.cycles.answer', {n: worse, all: held}) : t('compare.cycles');
  return card({id: 'cycles', ctx, sets: [set], wide: true, title, note: t('compare.cycles.note'), table: null, body: own.length > 0
      ? cycleTable(title, own, row => siteLink(ctx, row.site_id ?? '', row.site_name ?? row.site_id ?? ''))
      : tableElement(title, {head: [t('areas.area'), t('compare.year'), t('compare.count'), t('compare.risk'), t('compare.lossShare')],
        rows: set.rows.map(row => [areaName(ctx.reference, row.platform_area_name), String(row.benchmark_year ?? '–'), plain(row.benchmark_cycle_count ?? 0), amount(row.benchmark_mean_risk, 'risk'), amount(row.benchmark_mean_loss_share, 'risk')])})});
}

/** What treatments against lice cost by method and weight, in the newest year that has released quarters; untreated days stand last. @param {Page.Context} ctx @param {After} set */
function after(ctx, set) {
  const years = set.rows.filter(row => row.quarter === null);
  const newest = Math.max(...years.map(row => row.year ?? 0));
  const list = years.filter(row => row.year === newest && (row.treatment_target === 'Lice' || row.treatment_category === UNTREATED));
  const word = (/** @type {string} */ value) => has(`category.${value}`) ? t(`category.${value}`) : value;
  const methods = [...new Set(list.map(row => row.treatment_category))];
  const of = (/** @type {string} */ method, /** @type {string | null} */ size) => list.find(row => row.treatment_category === method && row.weight_group === size);
  const text = (/** @type {After['rows'][number] | undefined} */ row) => row === undefined ? '–' : row.mean_excess_rate === null ? t('hidden.short')
      : amount(row.mean_excess_rate, 'percent', {sign: true});
  const sure = (/** @type {After['rows'][number] | undefined} */ row) => text(row) + (row?.standard_error ? ` ± ${amount(row.standard_error, 'percent')}` : '');
  // no ranking of methods: sicker fish are treated otherwise
  const usual = list.filter(row => row.weight_group === null && row.mean_excess_rate !== null && row.treatment_category !== CLEANER && row.treatment_category !== UNTREATED)
      .sort((a, b) => Number(b.event_count) - Number(a.event_count))[0];
  const title = usual ? t('compare.after.answer', {method: word(usual.treatment_category), value: amount(usual.mean_excess_rate, 'percent', {sign: true}), n: plain(usual.event_count ?? 0), year: newest})
      : t('compare.after');
  return card({id: 'after-treatment', ctx, sets: [set], wide: true, title, note: t('compare.after.note'), foot: t('compare.after.foot'), table: null, none: list.length === 0,
    body: tableElement(title, {head: [t('treatments.category'), ...SIZES, t('compare.after.all'), t('compare.after.ours')],
      rows: methods.map(method => [word(method), ...SIZES.map(size => text(of(method, size))), sure(of(method, null)),
        amount(of(method, null)?.farmer_mean_excess_rate ?? null, 'percent', {sign: true})])})});
}
