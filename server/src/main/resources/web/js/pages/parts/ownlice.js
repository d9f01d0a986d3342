/** What the company of an own site counted of lice, beside what the site reported to the authority. */
import {rows} from '../../session/api.js';
import {plain, time, week} from '../../base/format.js';
import {parameters} from '../../filter/filters.js';
import {t} from '../../base/i18n.js';
import {figure, number, ofSite} from './licefigure.js';

/** @typedef {Answer<'/v3/treatment/by-site'>} Own */

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
