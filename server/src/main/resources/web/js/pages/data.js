/** Is the data in, and how much of the coast is it? */
import {rows} from '../session/api.js';
import {bySite, strip} from '../figure/calendar.js';
import {card} from '../figure/card.js';
import {h} from '../base/dom.js';
import {day, iso, moment, plain, time} from '../base/format.js';
import {has, t} from '../base/i18n.js';
import {isFarmer, may} from '../session/session.js';
import {ownSites} from '../session/reference.js';
import {siteLink} from '../shell/links.js';
import {LISTED, correctionCard} from './parts/corrections.js';
import {rejectsHead, rejectsLines} from './parts/rejects.js';
import {tableElement} from '../figure/table.js';

/** @type {string[]} */
export const uses = [];
const DAY = 86_400_000;
/** Ages of a site's last day, in days up to and including. */
const AGES = [0, 7, 30, 60, Infinity];

/** Days that the calendar shows. */
const SHOWN = 56;
const NUMBERS = /** @type {const} */ (['signed_farmers', 'active_farmers', 'offshore_sites', 'onshore_sites', 'recently_active_sites']);
const TABLES = ['stock', 'losses', 'feeding', 'temperatures', 'treatments'];
/** Own late sites that a title names. */
const NAMED = 6;

/** @param {Page.Context} ctx */
export async function load(ctx) {
  const own = isFarmer() && may('raw:read');
  const [stats, farmers, areas, days, deliveries, corrections] = await Promise.all([
    rows('/v3/common/farm-and-site-stats', {}, {single: true}),
    rows('/v3/common/farmers-per-po'),
    rows('/v3/common/production-area'),
    own ? rows('/v3/common/delivered-days', {from_date: iso(time(ctx.reference.end) - (SHOWN - 1) * DAY), to_date: ctx.reference.end}) : null,
    own ? rows('/v3/deliveries/own', {}, {single: true}) : null,
    own ? rows('/v3/common/corrections', {limit: String(LISTED + 1)}) : null,
  ]);
  return {stats, farmers, areas, days, deliveries, corrections};
}

/** @typedef {Awaited<ReturnType<typeof load>>} Data */
/** @typedef {Row<'/v3/common/site'>} Site */

/** @param {Page.Context} ctx @param {Data} data */
export function draw(ctx, data) {
  return h('div', {class: 'grid'}, data.days ? calendar(ctx, data.days) : null, data.deliveries ? [deliveries(ctx, data.deliveries), rejected(ctx, data.deliveries)] : null,
      data.corrections ? correctionCard(ctx, data.corrections) : null, numbers(ctx, data.stats), ages(ctx), perArea(ctx, data), late(ctx));
}

/** A line for each site and table, a square for each day. @param {Page.Context} ctx @param {Answer<'/v3/common/delivered-days'>} set */
function calendar(ctx, set) {
  const to = time(ctx.reference.end);
  const from = to - (SHOWN - 1) * DAY;
  const names = new Map(ctx.reference.sites.map(site => [site.site_id, site.site_name]));
  const lines = [...bySite(set.rows)].flatMap(([id, tables]) => TABLES.filter(table => tables.has(table)).map(table => {
    const found = /** @type {Set<string>} */ (tables.get(table));
    return [siteLink(ctx, id, names.get(id) ?? id), t(`data.table.${table}`), strip(from, to, found, `${names.get(id) ?? id}, ${t(`data.table.${table}`)}`), String(found.size)];
  }));
  const title = t('data.calendar', {from: day(from), to: day(to)});
  return card({id: 'calendar', ctx, sets: [set], wide: true, title, note: t('data.calendar.note'), body: tableElement(title, {
    head: [t('sites.site'), t('data.table'), t('data.days'), t('data.daysIn')], rows: lines})});
}

/** What came last, table by table. @param {Page.Context} ctx @param {Answer<'/v3/deliveries/own'>} set */
function deliveries(ctx, set) {
  const tables = set.rows[0]?.tables ?? [];
  const title = t('data.own');
  return card({id: 'own-deliveries', ctx, sets: [set], title, body: tableElement(title, {
    head: [t('data.table'), t('data.lastDay'), t('admin.deliveries.name'), t('data.takenAt')],
    rows: tables.map(each => [has(`data.table.${each.table}`) ? t(`data.table.${each.table}`) : each.table, each.last_day === null ? '–' : day(time(each.last_day)),
      each.delivery ?? '–', each.taken_at === null ? '–' : moment(each.taken_at)])})});
}

/** @param {Page.Context} ctx @param {Answer<'/v3/deliveries/own'>} set */
function rejected(ctx, set) {
  const list = set.rows[0]?.rejects ?? [];
  const title = t('data.rejects', {n: list.length});
  return card({id: 'own-rejects', ctx, sets: [set], title, body: list.length === 0 ? h('p', {class: 'note'}, t('data.rejects.none'))
      : tableElement(title, {head: rejectsHead(), rows: rejectsLines(list, '/v3/deliveries/own/rejects/{id}')})});
}

/** @param {Page.Context} ctx @param {Answer<'/v3/common/farm-and-site-stats'>} set */
function numbers(ctx, set) {
  const row = set.rows[0];
  return card({id: 'stats', ctx, sets: [set], title: row ? t('data.answer', {active: row.active_farmers, signed: row.signed_farmers}) : t('data.title'),
    body: h('dl', {class: 'facts'}, NUMBERS.map(name => [h('dt', {}, t(`data.${name}`)), h('dd', {}, row ? plain(row[name]) : '–')]))});
}

/** Days since a site's last stock row, counted from the data's end. @param {Page.Context} ctx @param {Site} site */
function ageOf(ctx, site) {
  return Math.round((time(ctx.reference.end) - time(String(site.last_registration_date).slice(0, 10))) / DAY);
}

/** @param {Page.Context} ctx */
function ages(ctx) {
  const sites = ctx.reference.sites.filter(site => site.last_registration_date);
  const counts = AGES.map((most, i) => sites.filter(site => ageOf(ctx, site) <= most && (i === 0 || ageOf(ctx, site) > AGES[i - 1])).length);
  /** @type {Chart.Point[]} */
  const points = AGES.map((_, i) => [t(`data.age.${i}`), counts[i]]);
  return card({id: 'ages', ctx, sets: [], title: t('data.ages.answer', {n: counts[0], all: sites.length, day: day(time(ctx.reference.end))}), note: t('data.ages.note'),
    spec: {kind: 'bars', x: 'text', xTitle: '', unit: 'count', size: 'short', series: [{name: t('data.sites'), role: 'benchmark', points}]}});
}

/** @param {Page.Context} ctx @param {Data} data */
function perArea(ctx, data) {
  const names = new Map(data.areas.rows.map(row => [row.area_id, `${row.area_id}. ${row.area_name}`]));
  const sites = (/** @type {number} */ id) => ctx.reference.sites.filter(site => site.production_area_id === id);
  const title = t('data.perArea');
  return card({id: 'per-area', ctx, sets: [data.farmers], wide: true, title, note: t('data.perArea.note'), body: tableElement(title, {
    head: [t('environment.area'), t('data.farmers'), t('data.inPlatform'), t('data.registered')],
    rows: data.farmers.rows.map(row => [names.get(row.production_area_id) ?? String(row.production_area_id), plain(row.number_of_farmers),
      plain(sites(row.production_area_id).filter(site => site.is_in_platform).length), plain(sites(row.production_area_id).length)])})});
}

/** Sites whose last day is older than the data's end by more than a week, the reader's own first and by name. @param {Page.Context} ctx */
function late(ctx) {
  const own = ownSites(ctx.reference);
  const found = ctx.reference.sites.filter(site => site.last_registration_date && ageOf(ctx, site) > 7)
      .sort((a, b) => Number(own.has(b.site_id)) - Number(own.has(a.site_id)) || ageOf(ctx, a) - ageOf(ctx, b));
  const ours = found.filter(site => own.has(site.site_id));
  const title = ours.length === 0 ? t('data.late', {n: found.length})
      : t('data.late.own', {n: ours.length, sites: ours.slice(0, NAMED).map(site => site.site_name).join(', '), more: ours.length > NAMED ? ' …' : ''});
  return card({id: 'late', ctx, sets: [], wide: true, title, note: [ours.length === 0 ? null : t('data.late.others', {n: found.length}), t('data.late.note')].filter(Boolean).join(' '),
    body: found.length === 0 ? h('p', {class: 'note'}, t('data.late.none')) : tableElement(title, {
      head: [t('sites.site'), ...own.size > 0 ? [t('data.whose')] : [], t('environment.area'), t('sites.last')],
      rows: found.map(site => [own.has(site.site_id) ? siteLink(ctx, site.site_id, site.site_name) : site.site_name, ...own.size > 0 ? [own.has(site.site_id) ? t('data.own.site') : '–'] : [],
        site.production_area_name ?? '–', day(time(String(site.last_registration_date)))])})});
}
