/** What is being done against lice, and by whom of us? */
import {liceCard, load as loadLice} from './parts/lice.js';
import {rows} from '../session/api.js';
import {card} from '../figure/card.js';
import {dot, timeline} from '../figure/calendar.js';
import {chosenOf, segmented} from '../figure/choice.js';
import {h} from '../base/dom.js';
import {generationName} from '../filter/filterbar.js';
import {parameters, windowOf} from '../filter/filters.js';
import {day, time, week} from '../base/format.js';
import {isOver, stillOpen} from '../figure/periods.js';
import {t, word} from '../base/i18n.js';
import {may, isFarmer, who} from '../session/session.js';
import {siteLink} from '../shell/links.js';
import {tableElement} from '../figure/table.js';

export const uses = ['areas', 'period', 'generations'];
const MOST = 8;
const WEEK = 604_800_000;
/** Stocking of cleaner fish: no treatment, and counted apart. */
const CLEANER = 'Cleanerfish';

/** @param {Page.Context} ctx */
export async function load(ctx) {
  const query = parameters('treatment', ctx.filters, ctx.reference);
  const [weeks, generations, sites, lice] = await Promise.all([
    rows('/v3/treatment/detail-by-category-and-week', query),
    rows('/v3/treatment/by-generation', {...parameters('treatment-generation', ctx.filters, ctx.reference), group_by_area: 'true'}),
    isFarmer() && may('raw:read') || who()?.roles.includes('admin') ? rows('/v3/treatment/by-site', query) : null,
    loadLice(ctx),
  ]);
  return {weeks, generations, sites, lice};
}

/** @param {Page.Context} ctx @param {Awaited<ReturnType<typeof load>>} data */
export function draw(ctx, data) {
  return h('div', {class: 'grid'}, weekly(ctx, data.weeks), liceCard(ctx, data.lice, data.weeks, data.sites), cleaners(ctx, data.weeks), cumulative(ctx, data.generations), data.sites ? own(ctx, data.sites) : null);
}

/** The measures of a week: how many treatments, or at how many sites. A site counts once for each method and target of a week. */
const MEASURES = /** @type {const} */ ({count: 'category_treatment_count', sites: 'category_sites_treated'});
const COUNTED = /** @type {const} */ (['count', 'sites']);
/** What the columns are divided by. */
const PARTS = /** @type {const} */ (['category', 'target']);

/** @typedef {Answer<'/v3/treatment/detail-by-category-and-week'>} Weeks */
/** @typedef {Answer<'/v3/treatment/by-site'>} Own */
/** @typedef {'category_treatment_count' | 'category_sites_treated'} Measure */

/**
 * Each name's sum by week.
 *
 * @param {Weeks['rows']} list @param {'treatment_category' | 'treatment_target'} by the field with the name @param {Measure} measure
 * @returns {Map<string, Map<number, number>>}
 */
function sumsOf(list, by, measure) {
  /** @type {Map<string, Map<number, number>>} */
  const sums = new Map();
  for (const row of list) {
    const of = sums.get(row[by]) ?? new Map();
    sums.set(row[by], of);
    const at = time(row.week_start);
    of.set(at, (of.get(at) ?? 0) + row[measure]);
  }
  return sums;
}

/** All weeks from the first to the last, or to the last complete one: a week without any row has none, and is no gap. @param {Page.Context} ctx @param {Weeks['rows']} list */
function weeksOf(ctx, list) {
  const known = list.map(row => time(row.week_start));
  const from = Math.min(...known);
  const asked = Math.min(time(ctx.reference.through), time(windowOf(ctx.filters, ctx.reference).to));
  const to = Math.max(...known, from + Math.floor((asked - 6 * WEEK / 7 - from) / WEEK) * WEEK);
  return known.length === 0 ? [] : Array.from({length: Math.round((to - from) / WEEK) + 1}, (_, i) => from + i * WEEK);
}

/** What the last complete week has, of a measure. @param {Page.Context} ctx @param {Weeks['rows']} list @param {number[]} weeks */
function lastWeek(ctx, list, weeks) {
  const last = weeks.findLast(at => isOver(at, 'week', time(ctx.reference.through)));
  const sum = (/** @type {Measure} */ field) => list.filter(row => time(row.week_start) === last).reduce((total, row) => total + row[field], 0);
  return last === undefined ? null : {week: week(last), n: sum(MEASURES.count), sites: sum(MEASURES.sites)};
}

/** @param {Page.Context} ctx */
function measurePicker(ctx) {
  return segmented(ctx, 'treated', t('kind'), [['count', t('treatments.count')], ['sites', t('treatments.sites')]], 'count');
}

/** Treatments by week, without cleaner fish. @param {Page.Context} ctx @param {Weeks} set */
function weekly(ctx, set) {
  const by = chosenOf(ctx, 'treatment', PARTS);
  const field = MEASURES[chosenOf(ctx, 'treated', COUNTED)];
  const list = set.rows.filter(row => row.treatment_category !== CLEANER);
  const total = (/** @type {Map<number, number>} */ of) => [...of.values()].reduce((a, b) => a + b, 0);
  const ordered = [...sumsOf(list, /** @type {const} */ (`treatment_${by}`), field)].sort((a, b) => total(b[1]) - total(a[1]));
  const all = weeksOf(ctx, list);
  const open = stillOpen(all, 'week', ctx.reference.through);
  const shown = ordered.slice(0, MOST - 1);
  const rest = ordered.slice(MOST - 1);
  /** @type {Chart.Series[]} */
  const series = shown.map(([name, of], i) => ({name: word(by, name), role: 'item', colour: by === 'category' ? name : i, running: open, points: all.map(at => [at, of.get(at) ?? 0])}));
  if (rest.length > 0) {
    series.push({name: t('series.other'), role: 'item', colour: 'other', running: open, points: all.map(at => [at, rest.reduce((sum, [, of]) => sum + (of.get(at) ?? 0), 0)])});
  }
  const last = lastWeek(ctx, list, all);
  return card({id: 'treatment-week', ctx, sets: [set], wide: true, none: list.length === 0,
    title: last === null ? t('treatments.title') : t(last.n > 0 ? 'treatments.answer' : 'treatments.answer.none', last), note: t(field === MEASURES.count ? 'treatments.note' : 'treatments.note.sites'),
    controls: [measurePicker(ctx),
      segmented(ctx, 'treatment', t('treatments.by'), [['category', t('treatments.category')], ['target', t('treatments.target')]], 'category')],
    spec: {kind: 'stack', x: 'week', unit: 'count', series}});
}

/** Stocking of cleaner fish by week. @param {Page.Context} ctx @param {Weeks} set */
function cleaners(ctx, set) {
  const field = MEASURES[chosenOf(ctx, 'treated', COUNTED)];
  const list = set.rows.filter(row => row.treatment_category === CLEANER);
  const all = weeksOf(ctx, list);
  const open = stillOpen(all, 'week', ctx.reference.through);
  const of = sumsOf(list, 'treatment_category', field).get(CLEANER);
  const last = lastWeek(ctx, list, all);
  const empty = set.state === 'ok' && list.length === 0;
  return card({id: 'cleaner-fish', ctx, sets: [set], wide: true, title: last === null ? t('treatments.cleaner') : t('treatments.cleaner.answer', last), note: t('treatments.cleaner.note'),
    body: empty ? h('p', {class: 'note'}, t('treatments.cleaner.none')) : null,
    spec: empty ? undefined : {kind: 'stack', x: 'week', unit: 'count', size: 'short', series: [
      {name: t('category.Cleanerfish'), role: 'item', colour: CLEANER, running: open, points: all.map(at => [at, of?.get(at) ?? 0])}]}});
}

/** Own treatments in a sentence; cleaner fish apart. @param {Own['rows']} list */
export function ownTitle(list) {
  const treated = list.filter(row => row.treatment_category !== CLEANER);
  const values = {n: treated.length, sites: new Set(treated.map(row => row.site_id)).size, cleaner: list.length - treated.length};
  return t(values.cleaner > 0 ? 'treatments.own.cleaner' : 'treatments.own', values);
}

/** Treatments since transfer to sea, summed over the areas shown. @param {Page.Context} ctx @param {Answer<'/v3/treatment/by-generation'>} set */
function cumulative(ctx, set) {
  /** @type {Map<string, Map<number, number>>} */
  const counts = new Map();
  for (const row of set.rows) {
    if (row.weeks_from_generation_start !== null && row.treatment_category !== CLEANER) {
      const of = counts.get(row.generation) ?? new Map();
      counts.set(row.generation, of);
      of.set(row.weeks_from_generation_start, (of.get(row.weeks_from_generation_start) ?? 0) + row.absolute_treatment_count);
    }
  }
  const codes = [...counts.keys()].sort((a, b) => a.slice(1).localeCompare(b.slice(1)) || b.localeCompare(a)).slice(-6);
  /** @type {Chart.Series[]} */
  const series = codes.map((code, i) => {
    let sum = 0;
    return {name: generationName(code), role: 'item', colour: i, points: [...(counts.get(code) ?? [])].sort((a, b) => a[0] - b[0]).map(([at, n]) => {
      sum += n;
      return [at, sum];
    })};
  });
  return card({id: 'treatment-generation', ctx, sets: [set], wide: true, title: t('treatments.generation'),
    note: t(isFarmer() ? 'treatments.generation.own' : 'treatments.generation.note'),
    spec: {kind: 'lines', x: 'number', xTitle: t('treatments.generation.x'), unit: 'count', series}});
}

/** Own sites, latest first. @param {Page.Context} ctx @param {Own} set */
function own(ctx, set) {
  const names = new Map(ctx.reference.sites.map(site => [site.site_id, site.site_name]));
  const lines = set.rows.slice(0, 200).map(row => [day(time(row.treatment_date)),
    siteLink(ctx, row.site_id, names.get(row.site_id) ?? row.site_id, ''), word('category', row.treatment_category), word('target', row.treatment_target),
    row.treatment_subtype ?? '–', String(row.number_of_units_treated ?? '–')]);
  const title = ownTitle(set.rows);
  return card({id: 'treatment-site', ctx, sets: [set], wide: true, title, note: set.rows.length > lines.length ? t('treatments.own.cut', {n: lines.length}) : '',
    body: [isFarmer() && set.rows.length > 0 ? marks(set, names) : null, tableElement(title, {head: [t('axis.day'), t('sites.site'), t('treatments.category'), t('treatments.target'), t('treatments.subtype'), t('treatments.units')], rows: lines})]});
}

/** Each own site's treatments on a line of time. @param {Own} set @param {Map<string, string>} names */
function marks(set, names) {
  /** @type {Map<string, import('../figure/calendar.js').Mark[]>} */
  const sites = new Map();
  for (const row of set.rows) {
    sites.set(row.site_id, [...sites.get(row.site_id) ?? [], {at: time(row.treatment_date), kind: row.treatment_category,
      text: `${day(time(row.treatment_date))}: ${word('category', row.treatment_category)}, ${word('target', row.treatment_target)}`}]);
  }
  const all = set.rows.map(row => time(row.treatment_date));
  const kinds = [...new Set(set.rows.map(row => row.treatment_category))];
  return [timeline(Math.min(...all), Math.max(...all), [...sites].map(([id, list]) => ({name: names.get(id) ?? id, marks: list})), t('treatments.timeline', {sites: sites.size})),
    h('ul', {class: 'legend'}, kinds.map(kind => h('li', {}, dot(kind), ' ', word('category', kind))))];
}
