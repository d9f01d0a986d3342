/** Names and dates that all pages share, requested once per sign-in. */
import {rows} from './api.js';
import {current} from '../base/i18n.js';
import {iso} from '../base/format.js';
import {isFarmer, may} from './session.js';

/**
 * @typedef {{areas: Row<'/v3/common/platform-areas'>[], generations: Row<'/v3/common/generations'>[], sites: Row<'/v3/common/site'>[],
 *     company: Row<'/v3/common/farmer/me'> | null, stock: Row<'/v3/inventory/site-stock'>[], end: string, through: string, snapshot: string,
 *     needsSecret: boolean}} Reference end: the data's last day; through: the last complete one; stock: own units on their sites' last day
 */

/** @typedef {{platform_area_name: string, site_count?: number | null, farmer_site_count?: number | null}} AreaRow a row of a platform area */

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

/** An area's name in the reader's language. @param {Reference} reference @param {string} norwegian as rows have it */
export function areaName(reference, norwegian) {
  const area = reference.areas.find(each => each.name === norwegian);
  return area && current() === 'en' ? area.name_english : norwegian;
}

/**
 * The area that a page shows first: the one chosen, else that with most own sites, else that with most sites.
 *
 * @param {AreaRow[]} list
 */
export function mainArea(list) {
  /** @type {Map<string, number>} */
  const weights = new Map();
  for (const row of list) {
    const weight = (row.farmer_site_count ?? 0) * 10_000 + (row.site_count ?? 0);
    weights.set(row.platform_area_name, Math.max(weights.get(row.platform_area_name) ?? 0, weight));
  }
  return [...weights].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}
