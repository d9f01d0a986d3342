/** Weeks and months that are complete, and those that still run. Figures, titles and sentences use complete ones alone. */
import {iso, time} from '../base/format.js';
import {t} from '../base/i18n.js';

const DAY = 86_400_000;

/** Whether the period of a row is complete, as the API says; rows of one window or one day do not say, and are. @param {Periodic} row */
export function isComplete(row) {
  return row.is_complete !== false;
}

/** The last day of a week or month. @param {number} first its first day, ms @param {string} x week or month */
export function lastDay(first, x) {
  const at = new Date(first);
  return x === 'month' ? Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0) : first + 6 * DAY;
}

/** Whether a week or month ends by a day, for rows that do not say it themselves. @param {number} first ms @param {string} x @param {number} through ms */
export function isOver(first, x, through) {
  return lastDay(first, x) <= through;
}

/** 3 of 7 days. @param {number} first ms @param {string} x week or month @param {string} through the last complete day, ISO */
export function daysText(first, x, through) {
  const all = Math.round((lastDay(first, x) - first) / DAY) + 1;
  const done = Math.min(all, Math.max(0, Math.round((time(through) - first) / DAY) + 1));
  return t('running.days', {done, all});
}

/**
 * What stands beside the values of running periods, by the place on the x axis.
 *
 * @template {Periodic} R
 * @param {R[]} list @param {(row: R) => number} place @param {(row: R) => number} first the period's first day, ms
 * @param {string} x week or month @param {string} through the last complete day, ISO
 * @returns {Map<number, string>}
 */
export function running(list, place, first, x, through) {
  return new Map(list.filter(row => !isComplete(row)).map(row => [place(row), daysText(first(row), x, through)]));
}

/** The same for rows that do not say whether they are complete. @param {number[]} firsts first days, ms @param {string} x @param {string} through */
export function stillOpen(firsts, x, through) {
  return new Map(firsts.filter(first => !isOver(first, x, time(through))).map(first => [first, daysText(first, x, through)]));
}

/**
 * The last day with temperatures, as far as weekly rows tell: every week before the newest is over. The newest is when the data have reached its Sunday.
 *
 * @template {string} A
 * @param {Record<NoInfer<A>, string>[]} list rows with a temperature @param {A} at the field with the Monday @param {string} end the data's last day
 */
export function lastTemperatureDay(list, at, end) {
  const newest = Math.max(0, ...list.map(row => time(row[at])));
  return Math.max(newest, Math.min(lastDay(newest, 'week'), time(end)));
}

/**
 * The parameters of a window whose last week is complete, for a route with one row for the whole of it. A window within the running week stays as it is.
 *
 * @param {Record<string, string>} query with from_date and to_date @param {string} through the last complete day, ISO
 */
export function completeWeeks(query, through) {
  const at = time(through);
  const sunday = iso(at - new Date(at).getUTCDay() * DAY);
  return query.to_date > sunday && query.from_date <= sunday ? {...query, to_date: sunday} : query;
}

/**
 * The parameters of a window that begins early enough for so many complete weeks up to its end: usual levels and means are of these, whatever the window.
 *
 * @param {Record<string, string>} query with from_date and to_date @param {string} through the last complete day, ISO @param {number} n
 */
export function withHistory(query, through, n) {
  const from = iso(Math.min(time(query.to_date), time(through)) - (7 * n + 6) * DAY);
  return from < query.from_date ? {...query, from_date: from} : query;
}
