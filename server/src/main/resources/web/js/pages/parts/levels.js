/**
 * How high each area's weekly loss is: against its own usual level, which is the median of the twelve complete weeks before, and against what others would have
 * lost with like fish. The news and the overview's table both read it, so that they cannot disagree.
 */
import {verdict} from '../../figure/ratios.js';
import {amount, difference, plain, time} from '../../base/format.js';
import {has, t} from '../../base/i18n.js';
import {isComplete} from '../../figure/periods.js';
import {areaName} from '../../session/reference.js';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** Weeks of the usual level, how many of them must be known, and those that two means are of. */
const USUAL = 12, KNOWN_LEAST = 6;
export const SHORT = 4;
export const LONG = 26;
const MOST = 5;
/** Below this share of the usual level, and below this many percentage points as a fraction, a difference may be chance. */
const CHANCE = 0.2;
const FEW = 0.0005;
/** Levels of weekly loss that people know; a streak of weeks is counted above the highest that the last week is over. */
const KNOWN = [0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05];
/** The species that rates are of: salmonids. A pen's cleaner fish stand in its stock too. */
export const COUNTED = ['SAL', 'TRR', 'TRS', 'TRO', 'ACH', 'SVF', 'LAT', 'CHR', 'COH', 'CHI', 'PIN', 'CHU', 'SOC', 'CHE', 'ORC', 'SLZ'];

/** @typedef {Row<'/v3/mortality/areas/week'>} Week */
/** @typedef {Answer<'/v3/comparison/expected-loss'>} Expected */
/** The own losses beside those of like fish, by area, of the last complete week and of the four up to it. @typedef {{week: Expected, weeks: Expected}} Like */

/**
 * An area's loss. `ours` says whose rates `now`, `usual` and `streak` are of: the reader's, or the benchmark where the reader has no fish.
 *
 * @typedef {{area: string, ours: boolean, weeks: Week[], rates: (number | null)[], at: number, now: number, others: number | null,
 *     usual: {rate: number, weeks: number} | null, streak: {weeks: number, level: number, isAll: boolean} | null, fish: number | null,
 *     week: Expected['rows'][number] | undefined, last: Expected['rows'][number] | undefined}} Level
 *     others: the benchmark's rate beside an own one; rates: `now` last, one a week without gaps; fish: own fish in the area in that week; week, last: own
 *     losses beside those of like fish, of the week and of the four up to it
 */

/**
 * All areas that have a figure in the newest complete week.
 *
 * @param {Week[]} rows with the weeks before that usual levels are of @param {Like | null} like @returns {Level[]}
 */
export function levels(rows, like) {
  const complete = rows.filter(isComplete);
  const newest = Math.max(0, ...complete.map(row => time(row.loss_rate_week)));
  return [...new Set(complete.map(row => row.platform_area_name))].flatMap(area => {
    const weeks = complete.filter(row => row.platform_area_name === area).sort((a, b) => time(a.loss_rate_week) - time(b.loss_rate_week));
    const last = weeks.at(-1);
    if (!last || time(last.loss_rate_week) !== newest) {
      return [];
    }
    const ours = last.farmer_loss_rate !== null;
    const rates = ratesOf(weeks, ours ? 'farmer_loss_rate' : 'loss_rate');
    const now = rates.at(-1) ?? null;
    if (now === null) {
      return [];
    }
    const [week, four] = [like?.week, like?.weeks].map(set => set?.rows.find(row => row.platform_area_name === area && time(row.period_end) === newest + 6 * DAY));
    return [{area, ours, weeks, rates, at: newest, now, others: ours ? last.loss_rate : null, usual: usualOf(rates), streak: streakOf(rates),
      // the row's fish are those that are compared
      fish: ours && week?.compared_share ? week.fish_days / week.compared_share / 7 : null, week, last: four}];
  });
}

/** A rate of every week from the first row's to the last's; null in a week without. @param {Week[]} weeks in the order of time @param {'loss_rate' | 'farmer_loss_rate'} field */
function ratesOf(weeks, field) {
  const by = new Map(weeks.map(row => [time(row.loss_rate_week), row[field]]));
  const [first, last] = [Math.min(...by.keys()), Math.max(...by.keys())];
  return Array.from({length: Math.round((last - first) / WEEK) + 1}, (_, i) => by.get(first + i * WEEK) ?? null);
}

/** The median of those of the twelve weeks before the last that have a rate; null where these are fewer than half. @param {(number | null)[]} rates */
function usualOf(rates) {
  const sorted = rates.slice(-USUAL - 1, -1).filter(rate => rate !== null).sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length < KNOWN_LEAST ? null
      : {weeks: sorted.length, rate: sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2};
}

/** For how many weeks until now a rate has been above the highest known level that it is above; `isAll`: in every week that was read. @param {(number | null)[]} rates */
function streakOf(rates) {
  const level = KNOWN.findLast(each => Number(rates.at(-1)) > each);
  if (level === undefined) {
    return null;
  }
  const below = rates.findLastIndex(rate => rate === null || rate <= level);
  return {weeks: rates.length - 1 - below, level, isAll: below < 0};
}

/** The mean of the last complete weeks that have a rate; null where the weeks that were read are fewer. @param {Level} level @param {number} n */
export function meanOf({rates}, n) {
  const known = rates.slice(-n).filter(rate => rate !== null);
  return rates.length < n || known.length === 0 ? null : known.reduce((sum, rate) => sum + rate, 0) / known.length;
}

/** Whether two rates differ by more than chance, and by more than their shown digits. @param {number} one @param {number | null} other */
function differs(one, other) {
  return other !== null && Math.abs(one - other) >= Math.max(FEW, CHANCE * other) && amount(one, 'percent') !== amount(other, 'percent');
}

/** The colour of an own rate beside the benchmark: only where the losses beside those of like fish are clear, and go the same way. @param {Level} level */
export function toneOf({now, others, week}) {
  const clear = week ? verdict({low: week.ratio_low, high: week.ratio_high}) : null;
  return others !== null && clear === (now > others ? 'worse' : 'better') ? clear : null;
}

/** @typedef {{text: string, ours: boolean, fish: number | null, apart: number}} News fish: the number in the text; apart: percentage points, as a fraction */

/**
 * What is worth a sentence: areas far from their usual level, or above what others would have lost; own ones first, then by the fish that the sentence
 * names, and those without by their points.
 *
 * @param {Page.Context} ctx @param {Level[]} list @returns {string[]}
 */
export function newsOf(ctx, list) {
  return list.filter(level => differs(level.now, level.usual?.rate ?? null) || beyond(level) > 0).map(level => said(ctx, level))
      .sort((a, b) => Number(b.ours) - Number(a.ours) || (b.fish ?? 0) - (a.fish ?? 0) || b.apart - a.apart).slice(0, MOST).map(each => each.text);
}

/** Fish lost in the week beyond what others would have lost, where that is as far away as a level must be. @param {Level} level */
function beyond({week}) {
  return week?.excess_count && week.ratio !== null && week.ratio >= 1 + CHANCE && 7 * week.excess_count >= FEW * week.fish_days ? Math.round(week.excess_count) : 0;
}

/** @param {Page.Context} ctx @param {Level} level @returns {News} */
function said(ctx, level) {
  const usual = level.usual?.rate ?? level.now;
  const far = differs(level.now, usual);
  const more = far && level.fish !== null ? Math.round((level.now - usual) * level.fish) : 0;
  const {week} = level;
  const apart = Math.abs(level.now - usual);
  const text = [t(level.ours ? 'news.level' : 'news.level.benchmark', {area: areaName(ctx.reference, level.area), now: amount(level.now, 'percent'), usual: usualSaid(level, far)}),
    streakSaid(level), more === 0 ? null : t(more > 0 ? 'news.more' : 'news.fewer', {n: plain(Math.abs(more))}),
    week && week.ratio !== null && week.expected_count !== null ? t(more === 0 && beyond(level) > 0 ? 'news.beyond' : 'news.expected', {observed: plain(week.observed_count),
      expected: plain(Math.round(week.expected_count)), n: plain(beyond(level)), like: t(`compare.like.${week.standard}`)}) : null];
  return {text: text.filter(Boolean).join(' '), ours: level.ours, fish: more === 0 ? beyond(level) || null : Math.abs(more), apart};
}

/** How the week is beside the usual level, and what that rests on where it is less than twelve weeks. @param {Level} level @param {boolean} far */
function usualSaid({now, usual}, far) {
  if (usual === null) {
    return t('news.noUsual', {n: USUAL});
  }
  const text = t(far ? usual.rate < now ? 'news.above' : 'news.below' : 'news.as', {usual: amount(usual.rate, 'percent'),
    apart: difference(Math.abs(now - usual.rate), 'percent').replace('+', '')});
  return usual.weeks < USUAL ? `${text} ${t('news.of', {n: usual.weeks, all: USUAL})}` : text;
}

/** For how many weeks it has been above a level that is not its usual one. @param {Level} level */
function streakSaid({streak, usual, others}) {
  if (streak === null || streak.weeks < 2 || streak.level < Math.min(usual?.rate ?? Infinity, others ?? Infinity)) {
    return null;
  }
  const digits = Number.isInteger(Math.round(streak.level * 1000) / 10) ? 0 : 1;
  const level = amount(streak.level, 'percent', {digits});
  const nth = `nth.${streak.weeks}`;
  return streak.isAll ? t('news.streak.least', {n: streak.weeks, level}) : has(nth) ? t('news.streak', {nth: t(nth), level}) : t('news.streak.long', {n: streak.weeks, level});
}
