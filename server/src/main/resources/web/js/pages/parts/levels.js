/**
 * How high each area's weekly loss is: against its own usual level, which is the median of its last twelve complete weeks, and against others. The news and
 * the overview's table both read it, so that they cannot disagree.
 */
import {isAllWeights} from '../../filter/filters.js';
import {amount, plain, time} from '../../base/format.js';
import {has, ownName, t} from '../../base/i18n.js';
import {isComplete} from '../../figure/periods.js';
import {areaName} from '../../session/reference.js';

const DAY = 86_400_000;
/** Weeks of the usual level, and those that two means are of. */
const USUAL = 12;
export const SHORT = 4;
export const LONG = 26;
const MOST = 5;
/** A site whose last day is longer ago than this has no fish now. */
const FALLOW = 14 * DAY;
/** Below this share of the usual level, and below this many percentage points as a fraction, a difference may be chance. */
const CHANCE = 0.2;
const FEW = 0.0005;
/** Levels of weekly loss that people know; a streak of weeks is counted above the highest that the last week is over. */
const KNOWN = [0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05];
/** Stands for all areas. */
const ALL = '';
/** The species that rates are of: salmonids. A pen's cleaner fish stand in its stock too. */
export const COUNTED = ['SAL', 'TRR', 'TRS', 'TRO', 'ACH', 'SVF', 'LAT', 'CHR', 'COH', 'CHI', 'PIN', 'CHU', 'SOC', 'CHE', 'ORC', 'SLZ'];

/** @typedef {Row<'/v3/mortality/areas/week'>} Week */

/**
 * An area's loss. `ours` says whose rates `now`, `usual` and `streak` are of: the reader's, or the benchmark where the reader has no fish.
 *
 * @typedef {{area: string, ours: boolean, weeks: Week[], at: number, now: number, others: number | null, usual: number | null,
 *     streak: {weeks: number, level: number} | null, fish: number | null, sites: number, excess: number | null}} Level
 *     others: the benchmark's rate beside an own one; fish: own fish in the area; excess: own fish lost in the last four weeks beyond the benchmark's rate
 */

/**
 * All areas that have a figure in the newest complete week.
 *
 * @param {Page.Context} ctx @param {Week[]} rows @returns {Level[]}
 */
export function levels(ctx, rows) {
  const perSite = fishPerSite(ctx);
  const complete = rows.filter(isComplete);
  const newest = Math.max(0, ...complete.map(row => time(row.loss_rate_week)));
  return [...new Set(complete.map(row => row.platform_area_name))].flatMap(area => {
    const weeks = complete.filter(row => row.platform_area_name === area).sort((a, b) => time(a.loss_rate_week) - time(b.loss_rate_week));
    const last = weeks.at(-1);
    if (!last || time(last.loss_rate_week) !== newest) {
      return [];
    }
    const ours = last.farmer_loss_rate !== null;
    const field = ours ? 'farmer_loss_rate' : 'loss_rate';
    const now = last[field];
    if (now === null) {
      return [];
    }
    const rates = weeks.map(row => row[field]);
    const each = perSite.get(area) ?? perSite.get(ALL) ?? null;
    const fish = ours && each !== null ? each * (last.farmer_site_count ?? 0) : null;
    const beyond = weeks.slice(-SHORT).map(row => row.farmer_loss_rate === null || row.loss_rate === null || each === null ? null
        : (row.farmer_loss_rate - row.loss_rate) * each * (row.farmer_site_count ?? 0)).filter(value => value !== null);
    return [{area, ours, weeks, at: newest, now, others: ours ? last.loss_rate : null, usual: median(rates.slice(-USUAL).filter(rate => rate !== null)),
      streak: streakOf(rates), fish, sites: (ours ? last.farmer_site_count : last.site_count) ?? 0,
      excess: ours && beyond.length > 0 ? beyond.reduce((sum, value) => sum + value, 0) : null}];
  });
}

/** @param {number[]} list */
function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length === 0 ? null : sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** For how many weeks until now a rate has been above the highest known level that it is above. @param {(number | null)[]} rates */
function streakOf(rates) {
  const level = KNOWN.findLast(each => Number(rates.at(-1)) > each);
  if (level === undefined) {
    return null;
  }
  const below = rates.findLastIndex(rate => rate === null || rate <= level);
  return {weeks: rates.length - 1 - below, level};
}

/**
 * The mean of the last complete weeks of a field; null where there are not so many.
 *
 * @param {Week[]} weeks @param {'loss_rate' | 'farmer_loss_rate'} field @param {number} n
 */
export function meanOf(weeks, field, n) {
  const rates = weeks.slice(-n).map(row => row[field]).filter(rate => rate !== null);
  return weeks.length < n || rates.length === 0 ? null : rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}

/** Whether two rates differ by more than chance, and by more than their shown digits. @param {number} one @param {number | null} other */
function differs(one, other) {
  return other !== null && Math.abs(one - other) >= Math.max(FEW, CHANCE * other) && amount(one, 'percent') !== amount(other, 'percent');
}

/**
 * What is worth a sentence: areas far from their usual level, or above the others; own ones first, those of most fish first.
 *
 * @param {Page.Context} ctx @param {Level[]} list @returns {string[]}
 */
export function newsOf(ctx, list) {
  const size = (/** @type {Level} */ level) => Math.max(Math.abs(level.now - (level.usual ?? level.now)), level.now - (level.others ?? level.now))
      * (level.fish ?? level.sites);
  return list.filter(level => differs(level.now, level.usual) || (level.others !== null && level.now > level.others && differs(level.now, level.others)))
      .sort((a, b) => Number(b.ours) - Number(a.ours) || size(b) - size(a)).slice(0, MOST).map(level => said(ctx, level));
}

/** @param {Page.Context} ctx @param {Level} level */
function said(ctx, level) {
  const far = differs(level.now, level.usual);
  const beyond = level.fish === null || level.usual === null ? 0 : Math.round((level.now - level.usual) * level.fish);
  const lost = level.fish === null ? 0 : Math.round(level.now * level.fish);
  const more = far && beyond !== 0 ? t(beyond > 0 ? 'news.more' : 'news.fewer', {n: plain(Math.abs(beyond))}) : lost > 0 ? t('news.lost', {n: plain(lost)}) : null;
  return [t(level.ours ? 'news.level' : 'news.level.benchmark', {area: areaName(ctx.reference, level.area), now: amount(level.now, 'percent'),
    usual: t(far ? Number(level.usual) < level.now ? 'news.above' : 'news.below' : 'news.as', {usual: amount(level.usual, 'percent')})}),
  streakSaid(level),
  more, level.others === null ? null : t('news.others', {others: amount(level.others, 'percent')})].filter(Boolean).join(' ');
}

/** For how many weeks it has been above a level that is not its usual one. @param {Level} level */
function streakSaid({streak, usual, others}) {
  if (streak === null || streak.weeks < 2 || streak.level < Math.min(Number(usual), others ?? Infinity)) {
    return null;
  }
  const digits = Number.isInteger(Math.round(streak.level * 1000) / 10) ? 0 : 1;
  const level = amount(streak.level, 'percent', {digits});
  const nth = `nth.${streak.weeks}`;
  return has(nth) ? t('news.streak', {nth: t(nth), level}) : t('news.streak.long', {n: streak.weeks, level});
}

/**
 * How many fish an own site at sea has, by platform area and over all of them, of the filters' generations and weights. The stock is that of the reader's
 * company: of its whole group, whose other companies' fish the reader does not see, nobody knows.
 *
 * @param {Page.Context} ctx @returns {Map<string, number>}
 */
function fishPerSite({filters, reference}) {
  if (ownName() !== null && filters.own === 'group') {
    return new Map();
  }
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
