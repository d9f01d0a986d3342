/** Marks on lines by week: own treatments, notifiable diseases of own sites, days that were not delivered, and on lines of losses what a later delivery corrected. They may be switched off. */
import {rows} from '../../session/api.js';
import {bySite} from '../../figure/calendar.js';
import {areOff, markSwitch as theSwitch, saidAt} from '../../figure/marks.js';
import {folded, tableElement} from '../../figure/table.js';
import {parameters, windowOf} from '../../filter/filters.js';
import {day, time} from '../../base/format.js';
import {h} from '../../base/dom.js';
import {ownName, t, word} from '../../base/i18n.js';
import {correctionMarks} from './corrections.js';
import {ownSites as stocked} from '../../session/reference.js';
import {isFarmer, may} from '../../session/session.js';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** Stocking of cleaner fish: no treatment. */
const CLEANER = 'Cleanerfish';
/** Days without rows up to which a site is taken to have fish that nobody reported; after more it is fallow. */
const FALLOW = 13;

/** A mark, with the own site that it is of. @typedef {Chart.Mark & {site: string}} Own */

/** Whether the reader has marks: they are the company's, and do not stand on lines of its group. @param {Page.Context} ctx */
function areThere(ctx) {
  return isFarmer() && may('raw:read') && may('inventory:read') && (ownName() === null || ctx.filters.own === 'company');
}

/** What marks are made of; null where there are none, or where they are switched off. @param {Page.Context} ctx @param {(window: {from_date: string, to_date: string}) => Promise<Answer<'/v3/common/corrections'>>} [correctedIn] for lines of losses */
export async function markSets(ctx, correctedIn) {
  if (!areThere(ctx) || areOff(ctx)) {
    return null;
  }
  const sites = ownSites(ctx).map(site => site.site_id).join(',');
  const {from, to} = windowOf(ctx.filters, ctx.reference);
  const window = {from_date: from, to_date: to};
  const [treatments, diseases, days, corrections] = await Promise.all([
    may('treatment:read') ? rows('/v3/treatment/by-site', parameters('treatment', ctx.filters, ctx.reference)) : null,
    may('environment:read') && sites !== '' ? rows('/v3/environment/disease-by-site', {...window, sites}) : null,
    rows('/v3/common/delivered-days', window),
    correctedIn ? correctedIn(window) : null,
  ]);
  return {treatments, diseases, days, corrections};
}

/** @typedef {Awaited<ReturnType<typeof markSets>>} Sets */

/** @param {Page.Context} ctx */
function ownSites(ctx) {
  const own = stocked(ctx.reference);
  return ctx.reference.sites.filter(site => own.has(site.site_id));
}

/** The marks of own sites in some production areas, in the order of time. @param {Page.Context} ctx @param {Sets} sets @param {number[]} areas @returns {Own[]} */
export function marksOf(ctx, sets, areas) {
  if (sets === null) {
    return [];
  }
  const names = new Map(ownSites(ctx).filter(site => areas.includes(site.production_area_id ?? -1)).map(site => [site.site_id, site.site_name]));
  const name = (/** @type {string} */ id) => names.get(id) ?? id;
  const {from, to} = windowOf(ctx.filters, ctx.reference);
  /** @type {Own[]} */
  const treatments = (sets.treatments?.rows ?? []).filter(row => names.has(row.site_id) && row.treatment_category !== CLEANER)
      .map(row => ({kind: 'treatment', from: time(row.treatment_week), to: time(row.treatment_date), site: name(row.site_id), text: `${word('category', row.treatment_category)}, ${word('target', row.treatment_target)}`}));
  /** @type {Own[]} */
  const diseases = (sets.diseases?.rows ?? []).filter(row => names.has(row.site_id) && row.status !== 'refuted').map(row => ({kind: 'disease', from: Math.max(time(from), time(row.from_date)),
    to: Math.min(time(to), row.to_date ? time(row.to_date) : Infinity), site: name(row.site_id), text: `${word('disease', row.disease)}, ${word('diseaseStatus', row.status)}`}));
  /** @type {Own[]} */
  const missing = [...bySite(sets.days.rows)].filter(([id]) => names.has(id)).flatMap(([id, tables]) => gapsOf(tables.get('stock') ?? new Set())
      .map(gap => ({kind: 'missing', ...gap, site: name(id), text: t('marks.missing.days', {n: Math.round((gap.to - gap.from) / DAY) + 1})})));
  /** @type {Own[]} */
  const corrected = correctionMarks(sets.corrections?.rows ?? []).filter(mark => names.has(mark.id)).map(mark => ({...mark, from: Math.max(time(from), mark.from), site: name(mark.id)}));
  return [...treatments, ...diseases, ...missing, ...corrected].sort((a, b) => a.from - b.from);
}

/** Runs of days without rows between days that have some; longer ones than a fallow site's are left out. @param {Set<string>} days ISO */
export function gapsOf(days) {
  const sorted = [...days].map(time).sort((a, b) => a - b);
  return sorted.slice(1).flatMap((at, i) => {
    const n = Math.round((at - sorted[i]) / DAY) - 1;
    return n > 0 && n <= FALLOW ? {from: sorted[i] + DAY, to: at - DAY} : [];
  });
}

/** Tooltips of a chart by week: how many sites its values are of, and the marks of that week. @param {Own[]} marks @param {{at: number, sites: string | null}[]} weeks */
export function below(marks, weeks) {
  const said = saidAt(marks, weeks.map(each => each.at), WEEK, mark => `${mark.site}: ${mark.text}`);
  return new Map(weeks.map(({at, sites}) => [at, [sites, ...said.get(at) ?? []].filter(text => text !== null)]));
}

/** The switch; none for readers without marks. @param {Page.Context} ctx */
export function markSwitch(ctx) {
  return areThere(ctx) ? theSwitch(ctx) : null;
}

/** What the marks are, and all of them as a table. @param {Own[]} marks */
export function markList(marks) {
  const title = t('marks.all', {n: marks.length});
  return marks.length === 0 ? null : [h('p', {class: 'key'}, [t('marks.key'), ...marks.some(mark => mark.kind === 'correction') ? [t('marks.key.correction')] : []].join(' ')), folded(title, () => tableElement(title, {head: [t('marks.when'), t('sites.site'), t('marks.what')],
    rows: marks.toReversed().map(mark => [mark.kind === 'treatment' ? day(mark.to) : mark.from === mark.to ? day(mark.from) : `${day(mark.from)} – ${day(mark.to)}`, mark.site, mark.text])}))];
}
