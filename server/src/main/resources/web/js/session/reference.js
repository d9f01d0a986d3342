/** Names and dates that all pages share, requested once per sign-in. */
import {rows} from './api.js';
import {current, t} from '../base/i18n.js';
import {iso, time} from '../base/format.js';
import {isFarmer, may} from './session.js';

/**
 * @typedef {{areas: Row<'/v3/common/platform-areas'>[], generations: Row<'/v3/common/generations'>[], sites: Row<'/v3/common/site'>[],
 *     company: Row<'/v3/common/farmer/me'> | null, stock: Row<'/v3/inventory/site-stock'>[], end: string, through: string, snapshot: string,
 *     needsSecret: boolean, chosen?: string[]}} Reference end: the data's last day; through: the last complete one; chosen: the areas of the filter; stock: own units on their sites' last day
 */

/** @returns {Promise<Reference>} */
export async function load() {
  const empty = {rows: /** @type {never[]} */ ([]), state: 'forbidden', message: '', snapshot: '', through: ''};
  const may1 = may('common:read');
  const [areas, generations, sites, company, stock] = await Promise.all([
    may1 ? rows('/v3/common/platform-areas') : empty,
    may1 ? rows('/v3/common/generations') : empty,
    may1 ? rows('/v3/common/site') : empty,
    may1 && isFarmer() ? rows('/v3/common/farmer/me', {}, {single: true}) : empty,
    may1 && isFarmer() && may('raw:read') && may('inventory:read') ? rows('/v3/inventory/site-stock') : empty,
  ]);
  const days = sites.rows.flatMap(site => site.last_registration_date || []).sort();
  const end = days.length > 0 ? days[days.length - 1].slice(0, 10) : iso(Date.now());
  return {
    areas: areas.rows,
    generations: generations.rows,
    sites: sites.rows,
    company: company.rows[0] ?? null,
    stock: stock.rows,
    end,
    through: sites.through || end,
    snapshot: sites.snapshot,
    needsSecret: areas.state === 'forbidden' && areas.message.includes('x-client-secret'),
  };
}

/** Whether the reader's farmer group has several companies, so that own figures are of one of them or of all. @param {Reference} reference */
export function hasSister(reference) {
  return (reference.company?.number_of_farmers_in_dataset ?? 0) > 1;
}

/**
 * An area's name in the reader's language; of one of which only some production areas are chosen, these: its figures are of no more.
 *
 * @param {Reference} reference @param {string} norwegian as rows have it
 */
export function areaName(reference, norwegian) {
  const area = reference.areas.find(each => each.name === norwegian);
  const parts = area?.production_area_ids.filter(id => reference.chosen?.includes(String(id))) ?? [];
  if (area && parts.length > 0 && parts.length < area.production_area_ids.length && !reference.chosen?.includes(area.area_id)) {
    return t('filter.area', {id: parts.join(', ')});
  }
  return area && current() === 'en' ? area.name_english : norwegian;
}

/** The id of a platform area, for addresses. @param {Reference} reference @param {string} norwegian as rows have it */
export function areaId(reference, norwegian) {
  return reference.areas.find(each => each.name === norwegian)?.area_id ?? norwegian;
}

/** The numbers of sites of which the reader has stock. @param {Reference} reference */
export function ownSites(reference) {
  return new Set(reference.stock.map(unit => unit.site_id));
}

/** The numbers of those that have fish now: their last record is no older than a fallow site's. @param {Reference} reference */
export function stockedSites(reference) {
  return new Set(reference.stock.filter(unit => unit.fish_count > 0 && time(unit.date) > time(reference.end) - FALLOW).map(unit => unit.site_id));
}

/** Days after its last record in which a site still counts as one with fish. */
const FALLOW = 14 * 86_400_000;

/**
 * What speaks for showing a production area first: the biomass of own fish there, then own licences, then sites in the platform. All pages choose by it, so
 * that a reader sees one area and not another on each page.
 *
 * @param {Reference} reference @returns {Map<number, number>}
 */
function weights(reference) {
  /** @type {Map<number, number>} */
  const found = new Map();
  const add = (/** @type {number | null | undefined} */ id, /** @type {number} */ weight) => typeof id === 'number' && found.set(id, (found.get(id) ?? 0) + weight);
  const places = new Map(reference.sites.map(site => [site.site_id, site.production_area_id]));
  reference.sites.forEach(site => site.is_in_platform && add(site.production_area_id, 1e-9));
  reference.company?.production_area_ids.forEach(id => add(id, 1e-3));
  reference.stock.forEach(unit => time(unit.date) > time(reference.end) - FALLOW && add(places.get(unit.site_id), unit.biomass_kg));
  return found;
}

/** The item with the largest weight, the first of equals. @template T @param {T[]} list @param {(item: T) => number} weight */
function heaviest(list, weight) {
  return list.reduce((/** @type {T | undefined} */ best, item) => best === undefined || weight(item) > weight(best) ? item : best, undefined);
}

/**
 * The platform area that a page shows: the one that the address names, or that has the production area it names, else the reader's main one.
 *
 * @param {Reference} reference @param {string[]} names those with rows @param {string} said what the address says: A2, or 4
 */
export function platformFocus(reference, names, said) {
  const of = weights(reference);
  const named = reference.areas.find(each => each.area_id === said || each.production_area_ids.includes(Number(said)));
  const idsOf = (/** @type {string} */ name) => reference.areas.find(each => each.name === name)?.production_area_ids ?? [];
  return named && names.includes(named.name) ? named.name
      : heaviest(names, name => idsOf(name).reduce((sum, id) => sum + (of.get(id) ?? 0), 0)) ?? '';
}

/**
 * The production area that a page shows: the one that the address names, else the heaviest of the platform area that other pages show.
 *
 * @param {Reference} reference @param {number[]} ids those with rows @param {string} said what the address says: A2, or 4
 * @returns {number | undefined}
 */
export function productionFocus(reference, ids, said) {
  if (ids.includes(Number(said))) {
    return Number(said);
  }
  const of = weights(reference);
  const names = reference.areas.filter(area => area.production_area_ids.some(id => ids.includes(id))).map(area => area.name);
  const wider = platformFocus(reference, names, said);
  const inside = reference.areas.find(area => area.name === wider)?.production_area_ids.filter(id => ids.includes(id)) ?? [];
  return heaviest(inside.length > 0 ? inside : ids, id => of.get(id) ?? 0);
}
