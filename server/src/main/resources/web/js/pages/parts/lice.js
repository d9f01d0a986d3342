/**
 * How many lice were there before and after treatments? The lice are the authority's, of all sites, and never combined with anybody's fish; of an own site also
 * those that the company counted.
 */
import {rows} from '../../session/api.js';
import {card} from '../../figure/card.js';
import {chart, withValues} from '../../figure/charts.js';
import {choose, chosen} from '../../figure/choice.js';
import {summaryOf} from '../../figure/table.js';
import {h} from '../../base/dom.js';
import {amount, plain, time, week} from '../../base/format.js';
import {parameters} from '../../filter/filters.js';
import {isOver} from '../../figure/periods.js';
import {t} from '../../base/i18n.js';
import {productionFocus} from '../../session/reference.js';
import {may} from '../../session/session.js';

const WEEK = 604_800_000;
/** Stocking of cleaner fish: no treatment. */
const CLEANER = 'Cleanerfish';
const SITE = 'lice-site';

/** @typedef {Answer<'/v3/environment/lice-by-area-and-week'>} Areas */
/** @typedef {Answer<'/v3/environment/lice-by-site-and-week'>} Sites */
/** @typedef {Answer<'/v3/treatment/detail-by-category-and-week'>} Treated */
/** @typedef {Answer<'/v3/treatment/by-site'>} Own */
/** @typedef {Answer<'/v3/environment/own-lice'>} Counts */
/**
 * A week of the figure: lice per fish, null where nobody counted, the limit, and what the table says of it; of an area also the median of its sites and the share
 * above the limit, of an own site also what the company counted.
 *
 * @typedef {{at: number, lice: number | null, limit: number | null, median?: number | null, above?: number | null, own?: number | null, cells: string[]}} Shown
 */

/** The lice of the areas, and of the site that was chosen; null for readers who may not see them. @param {Page.Context} ctx */
export async function load(ctx) {
  if (!may('environment:read')) {
    return null;
  }
  const query = parameters('environment', ctx.filters, ctx.reference);
  const site = chosen(ctx, SITE, '');
  const [areas, sites] = await Promise.all([
    rows('/v3/environment/lice-by-area-and-week', query),
    site === '' ? null : rows('/v3/environment/lice-by-site-and-week', {...query, areas: '', sites: site}),
  ]);
  return {areas, sites};
}

/**
 * The figure, by area or of a site; null without its data.
 *
 * @param {Page.Context} ctx @param {Awaited<ReturnType<typeof load>>} sets @param {Treated} treated @param {Own | null} own
 */
export function liceCard(ctx, sets, treated, own) {
  if (sets === null) {
    return null;
  }
  const areas = new Map(sets.areas.rows.map(row => [String(row.production_area_id), row.production_area_name]));
  const area = String(productionFocus(ctx.reference, [...areas.keys()].map(Number), chosen(ctx, 'area', '')) ?? '');
  const places = ctx.reference.sites.filter(site => String(site.production_area_id) === area);
  const site = sets.sites === null ? undefined : places.find(each => each.site_id === chosen(ctx, SITE, ''));
  const controls = [picker('area', t('focus.area'), area, [...areas], ctx), picker(SITE, t('sites.site'), site?.site_id ?? '',
      [['', t('lice.all')], ...places.map(each => /** @type {[string, string]} */ ([each.site_id, each.site_name ?? each.site_id]))], ctx)];
  const through = time(ctx.reference.end);
  const of = site ? ofSite(sets.sites?.rows ?? [], site.site_id, own, through) : ofArea(sets.areas.rows, Number(area), treated, through);
  return figure(ctx, {...of, controls, sets: site && sets.sites ? [sets.sites] : [sets.areas], place: site?.site_name ?? areas.get(area) ?? ''});
}

/** What a company counted at an own site, and the authority's counts there. @param {Page.Context} ctx @param {string} id */
export async function ownLice(ctx, id) {
  const query = {...parameters('environment', ctx.filters, ctx.reference), areas: ''};
  const [own, sites] = await Promise.all([rows('/v3/environment/own-lice', {...query, site_id: id}), rows('/v3/environment/lice-by-site-and-week', {...query, sites: id})]);
  return {own, sites};
}

/**
 * The lice of an own site; null where the company delivered no counts.
 *
 * @param {Page.Context} ctx @param {string} id @param {string} place @param {Awaited<ReturnType<typeof ownLice>>} sets @param {Own | null} treated
 */
export function ownLiceCard(ctx, id, place, {own, sites}, treated) {
  if (own.rows.length === 0) {
    return null;
  }
  const of = ofSite(sites.rows, id, treated, time(ctx.reference.end));
  const counted = new Map(own.rows.map(row => [time(row.week_start), row]));
  const reported = new Map(of.weeks.map(each => [each.at, each]));
  const weeks = [...new Set([...reported.keys(), ...counted.keys()])].sort((a, b) => a - b).map(at => {
    const row = counted.get(at);
    const each = reported.get(at) ?? {at, lice: null, limit: null, cells: ['–', '–']};
    return {...each, own: row?.adult_female ?? null, cells: [number(row?.adult_female ?? null), number(row?.mobile ?? null), number(row?.attached ?? null),
      row ? plain(row.fish_counted) : '–', row?.adult_female_total == null ? '–' : plain(row.adult_female_total), ...each.cells]};
  });
  const last = own.rows[own.rows.length - 1];
  return figure(ctx, {...of, weeks, id: 'own-lice', controls: null, sets: [own, sites], place, key: 'lice.own.answer', note: 'lice.own.note',
    head: [t('lice.own'), t('lice.mobile'), t('lice.attached'), t('lice.fish'), t('lice.total'), ...of.head],
    said: {lice: number(last.adult_female), n: plain(last.fish_counted), week: week(time(last.week_start))}});
}

/** A choice of an area or a site. @param {string} name @param {string} label @param {string} value @param {[string, string][]} options @param {Page.Context} ctx */
function picker(name, label, value, options, ctx) {
  const select = h('select', {'aria-label': label, 'data-filter': name === SITE ? SITE : 'lice-area', onchange: () => choose(ctx, name, select.value)},
  options.map(([id, text]) => h('option', {value: id, selected: id === value}, text)));
  return select;
}

/** @typedef {{weeks: Shown[], treatments: Map<number, number> | null, head: string[], said: Record<string, string | number> | null, key: string}} Of */

/** An area's means. @param {Areas['rows']} list @param {number} area @param {Treated} treated @param {number} through the data's last day, ms @returns {Of} */
function ofArea(list, area, treated, through) {
  const here = list.filter(row => row.production_area_id === area);
  const weeks = here.map(row => ({at: time(row.week_start), lice: row.mean_adult_female, median: row.median_adult_female, limit: row.lice_limit,
    above: row.share_above_limit_pct, cells: [number(row.mean_adult_female), number(row.median_adult_female), number(row.lice_limit),
    String(row.sites_counted), String(row.sites_not_counted), String(row.sites_probably_without_fish),
    amount(row.share_above_limit_pct, 'percentOf')]}));
  const last = here.findLast(row => row.mean_adult_female !== null && isOver(time(row.week_start), 'week', through));
  /** @type {Map<number, number>} */
  const treatments = new Map();
  for (const row of treated.rows) {
    if (row.production_area_id === area && row.treatment_target === 'Lice' && row.treatment_category !== CLEANER) {
      treatments.set(time(row.week_start), (treatments.get(time(row.week_start)) ?? 0) + row.category_treatment_count);
    }
  }
  return {weeks, treatments: treated.state === 'ok' || treated.state === 'empty' ? treatments : null, key: 'lice.answer',
    head: [t('lice.mean'), t('lice.median'), t('lice.limit'), t('lice.counted'), t('lice.notCounted'), t('lice.empty'), t('lice.above')],
    said: last ? {lice: number(last.mean_adult_female), median: number(last.median_adult_female), above: amount(last.share_above_limit_pct, 'percentOf', {digits: 0}), n: last.sites_counted,
      week: week(time(last.week_start))} : null};
}

/** A site's counts; its treatments are known to its owner alone. @param {Sites['rows']} list @param {string} site @param {Own | null} own @param {number} through the data's last day, ms @returns {Of} */
function ofSite(list, site, own, through) {
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
function number(value) {
  return amount(value, 'lice');
}

/** @param {Page.Context} ctx @param {Of & {controls: Page.Content, sets: (Areas | Sites | Counts)[], place: string, id?: string, note?: string}} of */
function figure(ctx, of) {
  const known = [...of.weeks.map(each => each.at), ...of.treatments?.keys() ?? []];
  const from = Math.min(...known);
  const all = known.length === 0 ? [] : Array.from({length: Math.round((Math.max(...known) - from) / WEEK) + 1}, (_, i) => from + i * WEEK);
  const byWeek = new Map(of.weeks.map(each => [each.at, each]));
  /** @type {(values: (week: Shown) => number | null | undefined) => Chart.TimedPoint[]} */
  const points = values => all.map(at => [at, values(byWeek.get(at) ?? {at, lice: null, limit: null, cells: []}) ?? null]);
  const isArea = of.weeks.some(each => each.median !== undefined);
  /** @type {Chart.Axes} */
  const spec = {kind: 'lines', x: 'week', unit: 'lice', series: withValues([{name: t('lice.limit'), role: 'authority', dash: true, points: points(each => each.limit)},
    ...isArea ? [{name: t('lice.median'), role: /** @type {const} */ ('item'), colour: 0, points: points(each => each.median)}] : [],
    ...of.weeks.some(each => each.own !== undefined) ? [{name: t('lice.own'), role: /** @type {const} */ ('own'), points: points(each => each.own)}] : [],
    {name: t(isArea ? 'lice.mean' : 'lice.adult'), role: 'item', colour: 3, bold: true, points: points(each => each.lice)}])};
  /** @type {(name: string, unit: Chart.Unit, colour: number, points: Chart.TimedPoint[]) => Chart.Axes} */
  const bars = (name, unit, colour, list) => ({kind: 'stack', x: 'week', unit, size: 'short', series: [{name, role: 'item', colour, points: list}]});
  const above = isArea ? bars(t('lice.above.share'), 'percentOf', 3, points(each => each.above)) : null;
  const below = of.treatments ? bars(t('lice.treatments'), 'count', 1, all.map(at => [at, of.treatments?.get(at) ?? 0])) : null;
  const under = (/** @type {Chart.Axes} */ each) => [h('h3', {}, each.series[0].name), chart(each, summaryOf(each, each.series[0].name))];
  const title = of.said ? t(of.key, {...of.said, place: of.place}) : t('lice.title');
  const none = '–';
  return card({id: of.id ?? 'lice', ctx, sets: of.sets, wide: true, controls: of.controls, title, note: t(of.note ?? (of.key === 'lice.answer' ? 'lice.note' : 'lice.site.note')), spec,
    none: of.weeks.length === 0,
    body: [above ? under(above) : null, below ? under(below) : h('p', {class: 'note'}, t('lice.noTreatments'))],
    table: {head: [t('axis.week'), ...of.head, ...of.treatments ? [t('lice.treatments')] : []],
      rows: all.toReversed().map(at => [week(at), ...byWeek.get(at)?.cells ?? of.head.map(() => none), ...of.treatments ? [String(of.treatments.get(at) ?? 0)] : []])}});
}
