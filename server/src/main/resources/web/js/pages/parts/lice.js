/** How many lice were there before and after treatments? The lice are the authority's, of all sites, and never combined with anybody's fish. */
import {rows} from '../../session/api.js';
import {choose, chosen} from '../../figure/choice.js';
import {h} from '../../base/dom.js';
import {amount, time, week} from '../../base/format.js';
import {parameters} from '../../filter/filters.js';
import {isOver} from '../../figure/periods.js';
import {t} from '../../base/i18n.js';
import {productionFocus} from '../../session/reference.js';
import {may} from '../../session/session.js';
import {CLEANER, figure, number, ofSite} from './licefigure.js';

const SITE = 'lice-site';

/** @typedef {Answer<'/v3/environment/lice-by-area-and-week'>} Areas */
/** @typedef {Answer<'/v3/treatment/detail-by-category-and-week'>} Treated */
/** @typedef {Answer<'/v3/treatment/by-site'>} Own */
/** @typedef {import('./licefigure.js').Of} Of */

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

/** A choice of an area or a site. @param {string} name @param {string} label @param {string} value @param {[string, string][]} options @param {Page.Context} ctx */
function picker(name, label, value, options, ctx) {
  const select = h('select', {'aria-label': label, 'data-filter': name === SITE ? SITE : 'lice-area', onchange: () => choose(ctx, name, select.value)},
  options.map(([id, text]) => h('option', {value: id, selected: id === value}, text)));
  return select;
}

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
