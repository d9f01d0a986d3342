/** Numbers, dates and units in the reader's form. A rate comes as a fraction and is shown in percent. */
import {current, t} from './i18n.js';

const DAY = 86_400_000;
/** @type {Map<string, Intl.NumberFormat | Intl.DateTimeFormat>} */
const formats = new Map();

/** @param {Intl.NumberFormatOptions} options */
function number(options) {
  const key = current() + JSON.stringify(options);
  if (!formats.has(key)) {
    formats.set(key, new Intl.NumberFormat(locale(), options));
  }
  return /** @type {Intl.NumberFormat} */ (formats.get(key));
}

/** @param {Intl.DateTimeFormatOptions} options */
function date(options) {
  const key = `${current()}d${JSON.stringify(options)}`;
  if (!formats.has(key)) {
    formats.set(key, new Intl.DateTimeFormat(locale(), {timeZone: 'UTC', ...options}));
  }
  return /** @type {Intl.DateTimeFormat} */ (formats.get(key));
}

function locale() {
  return current() === 'nb' ? 'nb-NO' : 'en-GB';
}

/**
 * The units: digits, scale, suffix of a value, name on an axis.
 *
 * @satisfies {Record<string, {digits: number, scale: number, suffix: () => string, axis: () => string}>}
 */
const UNITS = {
  percent: {digits: 2, scale: 100, suffix: percentSign, axis: () => '%'},
  share: {digits: 0, scale: 100, suffix: percentSign, axis: () => '%'},
  percentOf: {digits: 1, scale: 1, suffix: percentSign, axis: () => '%'},
  risk: {digits: 1, scale: 100, suffix: percentSign, axis: () => '%'},
  perMille: {digits: 2, scale: 1, suffix: () => current() === 'nb' ? '\u00a0‰' : '‰', axis: () => '‰'},
  celsius: {digits: 1, scale: 1, suffix: () => '\u00a0°C', axis: () => '°C'},
  sfr: {digits: 2, scale: 1, suffix: () => `${percentSign()} ${t('unit.perDay')}`, axis: () => `% ${t('unit.perDay')}`},
  tonnes: {digits: 0, scale: 1, suffix: () => `\u00a0${t('unit.tonnes')}`, axis: () => t('unit.tonnes')},
  gram: {digits: 0, scale: 1, suffix: () => '\u00a0g', axis: () => 'g'},
  count: {digits: 0, scale: 1, suffix: () => '', axis: () => t('unit.count')},
  lice: {digits: 2, scale: 1, suffix: () => '', axis: () => t('unit.lice')},
  none: {digits: 2, scale: 1, suffix: () => '', axis: () => ''},
};

/** @typedef {keyof typeof UNITS} Unit a name of one of them */

/** In Norwegian with a non-breaking space before it. */
function percentSign() {
  return current() === 'nb' ? '\u00a0%' : '%';
}

/** The unit's name on an axis. @param {Unit} unit */
export function axisUnit(unit) {
  return UNITS[unit].axis();
}

/** The unit as it follows a number. @param {Unit} unit */
export function unitOf(unit) {
  return UNITS[unit].suffix();
}

/** The factor from the API's unit to the unit shown. @param {Unit} unit */
export function scaleOf(unit) {
  return UNITS[unit].scale;
}

/**
 * A value with its unit; a missing one is a dash.
 *
 * @param {number | null | undefined} value as the API gives it
 * @param {Unit} unit
 * @param {{sign?: boolean, bare?: boolean, digits?: number}} [how]
 */
export function amount(value, unit, how = {}) {
  if (value === null || value === undefined || Number.isNaN(value)) {
    return '–';
  }
  const {digits, scale, suffix} = UNITS[unit];
  const places = how.digits ?? digits;
  const text = number({maximumFractionDigits: places, minimumFractionDigits: places,
    signDisplay: how.sign ? 'exceptZero' : 'negative'}).format(value * scale).replace('-', '−');
  return how.bare ? text : text + suffix();
}

/** A difference of two values of a unit: of percents in percentage points, of percents a day in points a day. @param {number} value @param {Unit} unit */
export function difference(value, unit) {
  return UNITS[unit].axis().startsWith('%') ? `${amount(value, unit, {sign: true, bare: true})}${unitOf(unit).replace(percentSign(), `\u00a0${t('unit.points')}`)}`
      : amount(value, unit, {sign: true});
}

/** An arrow and a change with its sign, both of the rounded number: a change that is shown as zero has no up or down arrow. @param {number | null} value @param {Unit} unit @param {number} digits */
export function arrow(value, unit, digits) {
  if (value === null) {
    return '–';
  }
  const power = 10 ** digits;
  const shown = Math.sign(value) * Math.round(Math.abs(value) * scaleOf(unit) * power) / power;
  return `${shown > 0 ? '▲' : shown < 0 ? '▼' : '►'}\u00a0${amount(shown / scaleOf(unit), unit, {sign: true, bare: true, digits})}`;
}

/** A plain number with as many digits as it has, at most four. @param {number} value */
export function plain(value) {
  return number({maximumFractionDigits: 4}).format(value).replace('-', '−');
}

/** Milliseconds of an ISO date. @param {string} iso */
export function time(iso) {
  return Date.parse(iso.length > 10 ? iso : `${iso}T00:00:00Z`);
}

/** The ISO date of milliseconds. @param {number} ms */
export function iso(ms) {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The days and months that were written, by their texts: a table sorts by what they mean. @type {Map<string, number>} */
export const days = new Map();

/** 9 March 2026. @param {number} ms */
export function day(ms) {
  return noted(date({day: 'numeric', month: 'short', year: 'numeric'}).format(ms), ms);
}

/** @param {string} text @param {number} ms */
function noted(text, ms) {
  days.set(text, ms);
  return text;
}

/** A moment in the reader's own time: 22 Nov 2026, 07:30. @param {string} text ISO */
export function moment(text) {
  return date({day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZone: undefined}).format(new Date(text));
}

/** March 2026. @param {number} ms */
export function month(ms) {
  return noted(date({month: 'long', year: 'numeric'}).format(ms), ms);
}

/** Mar 26, for axes. @param {number} ms */
export function shortMonth(ms) {
  const at = new Date(ms);
  return at.getUTCMonth() === 0 ? date({month: 'short', year: 'numeric'}).format(ms) : date({month: 'short'}).format(ms);
}

/** Mar, for axes of a year. @param {number} ms */
export function monthName(ms) {
  return date({month: 'short'}).format(ms);
}

/** 9 March, for axes of days. @param {number} ms */
export function shortDay(ms) {
  return date({day: 'numeric', month: 'short'}).format(ms);
}

/** ISO week of a day. @param {number} ms @returns {{year: number, week: number}} */
export function isoWeek(ms) {
  const thursday = ms + (3 - (new Date(ms).getUTCDay() + 6) % 7) * DAY;
  const year = new Date(thursday).getUTCFullYear();
  return {year, week: Math.floor((thursday - mondayOf(year, 1)) / (7 * DAY)) + 1};
}

/** The Monday of an ISO week, ms. @param {number} year @param {number} week */
export function mondayOf(year, week) {
  const fourth = Date.UTC(year, 0, 4);
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY + (week - 1) * 7 * DAY;
}

/** uke 9 2026 / week 9, 2026. @param {number} ms */
export function week(ms) {
  return t('period.week', isoWeek(ms));
}
