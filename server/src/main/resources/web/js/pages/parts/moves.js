/** What changed between the last two complete weeks, in sentences: losses by how many fish that is, then feed rates. */
import {isAllWeights} from '../../filter/filters.js';
import {amount, plain, time} from '../../base/format.js';
import {t} from '../../base/i18n.js';
import {numberIn, ownOf} from '../../figure/fields.js';
import {isComplete} from '../../figure/periods.js';
import {areaName} from '../../session/reference.js';

const WEEK = 7 * 86_400_000;
const MOST = 5;
/** A site whose last day is longer ago than this has no fish now. */
const FALLOW = 2 * WEEK;
/** Stands for all areas. */
const ALL = '';
/** The species that rates are of: salmonids. A pen's cleaner fish stand in its stock too. */
const COUNTED = ['SAL', 'TRR', 'TRS', 'TRO', 'ACH', 'SVF', 'LAT', 'CHR', 'COH', 'CHI', 'PIN', 'CHU', 'SOC', 'CHE', 'ORC', 'SLZ'];

/**
 * @typedef {{area: string, own: boolean, beside: {before: number, now: number} | null, before: number, now: number, sites: number,
 *     fish?: number | null}} Move
 *     beside: the benchmark's, where the figure is the reader's own; fish: on the sites behind it, null where not known
 */

/**
 * @param {Page.Context} ctx
 * @param {Answer<'/v3/mortality/areas/week'>} losses
 * @param {Answer<'/v3/feeding/sfr_temperature_by_region_and_week'> | null} feed
 * @returns {{week: number | null, inFish: boolean, sentences: string[]}}
 */
export function largestMoves(ctx, losses, feed) {
  const fish = fishPerSite(ctx);
  const found = moves(losses.rows, 'loss_rate', 'loss_rate_week', 'percent').map(move => {
    const each = fish.get(move.area) ?? fish.get(ALL) ?? null;
    return {...move, fish: move.own && each !== null ? move.sites * each : null};
  });
  // as many fish on each site where their number is not known
  const size = (/** @type {Move} */ move) => Math.abs(move.now - move.before) * (move.fish ?? move.sites);
  found.sort((a, b) => Number(b.own) - Number(a.own) || size(b) - size(a));
  const fed = feed ? moves(feed.rows, 'specific_feed_rate', 'feeding_week', 'sfr').sort((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before)) : [];
  const sentences = [...found.map(move => said(ctx, move, 'news.loss', 'percent')), ...fed.map(move => said(ctx, move, 'news.feed', 'sfr'))];
  return {week: newest(losses.rows, 'loss_rate_week'), inFish: found.some(move => move.fish !== null), sentences: sentences.slice(0, MOST)};
}

/** The newest complete week of all rows. @template {string} A @param {(Periodic & Record<NoInfer<A>, string>)[]} list @param {A} at */
function newest(list, at) {
  const weeks = list.filter(isComplete).map(row => time(row[at]));
  return weeks.length === 0 ? null : Math.max(...weeks);
}

/**
 * Each area's last two complete weeks, where the figure shown changed: own where there is one in both, else the benchmark.
 *
 * @template {string} F
 * @template {string} A
 * @param {(Periodic & {platform_area_name: string, site_count: number | null, farmer_site_count?: number | null} & Record<NoInfer<A>, string>
 *     & Compared<NoInfer<F>>)[]} list
 * @param {F} field @param {A} at @param {Chart.Unit} unit
 * @returns {Move[]}
 */
function moves(list, field, at, unit) {
  const last = newest(list, at);
  const rows = list.filter(isComplete);
  return rows.filter(row => time(row[at]) === last).flatMap(row => {
    const before = rows.find(each => each.platform_area_name === row.platform_area_name && time(each[at]) === Number(last) - WEEK);
    const both = (/** @type {string} */ name) => {
      const [then, now] = [before ? numberIn(before, name) : null, numberIn(row, name)];
      return then === null || now === null ? null : {before: then, now};
    };
    const [own, benchmark] = [both(ownOf(field)), both(field)];
    const shown = own ?? benchmark;
    return shown === null || amount(shown.now, unit) === amount(shown.before, unit) ? [] : [{area: row.platform_area_name, own: own !== null,
      beside: own && benchmark, ...shown, sites: (own ? row.farmer_site_count : row.site_count) ?? 0}];
  });
}

/**
 * How many fish an own site at sea has, by platform area and over all of them, of the filters' generations and weights. The stock is that of the reader's
 * company; own rates and site counts are of its whole group, whose other companies' fish the reader does not see.
 *
 * @param {Page.Context} ctx @returns {Map<string, number>}
 */
function fishPerSite({filters, reference}) {
  const places = new Map(reference.sites.map(site => [site.site_id, site.production_area_id]));
  /** @type {Map<string, {fish: number, sites: Set<string>}>} */
  const sums = new Map();
  for (const unit of reference.stock) {
    const id = places.get(unit.site_id) ?? null;
    const area = id === null ? undefined : reference.areas.find(each => each.production_area_ids.includes(id));
    const asked = (filters.generations.length === 0 || filters.generations.includes(String(unit.generation)))
        && (isAllWeights(filters) || unit.avg_weight_gram >= filters.weight[0] && unit.avg_weight_gram < filters.weight[1]);
    const isNow = time(unit.date) > time(reference.end) - FALLOW;
    if (area && asked && isNow && unit.fish_count > 0 && COUNTED.includes(unit.species_code)) {
      for (const key of [area.name, ALL]) {
        const sum = sums.get(key) ?? {fish: 0, sites: new Set()};
        sums.set(key, sum);
        sum.fish += unit.fish_count;
        sum.sites.add(unit.site_id);
      }
    }
  }
  return new Map([...sums].map(([key, sum]) => [key, sum.fish / sum.sites.size]));
}

/** @param {Page.Context} ctx @param {Move} move @param {string} key @param {Chart.Unit} unit */
function said(ctx, move, key, unit) {
  const fish = move.fish ? Math.round(Math.abs(move.now - move.before) * move.fish) : 0;
  return [t(move.own ? key : `${key}.benchmark`, {area: areaName(ctx.reference, move.area), moved: t(move.now > move.before ? 'news.up' : 'news.down'),
    before: amount(move.before, unit), now: amount(move.now, unit)}),
  fish > 0 ? t(move.now > move.before ? 'news.more' : 'news.fewer', {n: plain(fish)}) : null,
  move.beside ? t('news.beside', {before: amount(move.beside.before, unit), now: amount(move.beside.now, unit)}) : null].filter(Boolean).join(' ');
}
