/** The days that were delivered, as a strip of small squares for each site and table, and treatments as marks on a line of time. */
import {h, s} from '../base/dom.js';
import {day, iso, month, time} from '../base/format.js';
import {t} from '../base/i18n.js';
import {colourOf} from './colours.js';

const DAY = 86_400_000;
const CELL = 9;
/** A window of fewer pixels is a phone's: all of the time must be seen without scrolling, or the newest marks are missed. */
const NARROW = 600;

/**
 * A strip of days.
 *
 * @param {number} from first day, ms @param {number} to last day, ms @param {Set<string>} days with rows, ISO
 * @param {string} label what it is of
 */
export function strip(from, to, days, label) {
  const all = Array.from({length: Math.round((to - from) / DAY) + 1}, (_, i) => iso(from + i * DAY));
  const missing = all.filter(each => !days.has(each)).length;
  return s('svg', {class: 'strip', width: all.length * CELL, height: 16, role: 'img', 'aria-label': t('calendar.strip', {label, n: all.length - missing, missing})},
      all.map((each, i) => s('rect', {x: i * CELL, y: 2, width: CELL - 1, height: 12, class: days.has(each) ? 'in' : 'out'}, s('title', {}, `${day(time(each))}: ${t(days.has(each) ? 'calendar.in' : 'calendar.out')}`))));
}

/**
 * The days of rows as the API gives them, by site and table.
 *
 * @param {Row<'/v3/common/delivered-days'>[]} list @returns {Map<string, Map<string, Set<string>>>}
 */
export function bySite(list) {
  /** @type {Map<string, Map<string, Set<string>>>} */
  const sites = new Map();
  for (const row of list) {
    const tables = sites.get(row.site_id) ?? new Map();
    sites.set(row.site_id, tables);
    const days = tables.get(row.table_name) ?? new Set();
    tables.set(row.table_name, days);
    row.days.forEach((/** @type {number} */ n) => days.add(`${row.month.slice(0, 8)}${String(n).padStart(2, '0')}`));
  }
  return sites;
}

/** @typedef {{at: number, kind: string, text: string}} Mark */

/** The height of a line and of an axis, and the lines below each axis: on every screen one of them is seen. */
const LINE = 26, AXIS = 22, BLOCK = 10;

/**
 * A line of time for each site, with a mark for each treatment. The months stand above every few lines.
 *
 * @param {number} from @param {number} to
 * @param {{name: string, marks: Mark[]}[]} lines
 * @param {string} title
 */
export function timeline(from, to, lines, title) {
  const narrow = window.innerWidth < NARROW;
  const width = narrow ? 420 : 900;
  const left = narrow ? 118 : 190;
  const longest = narrow ? 15 : 26;
  const blocks = Math.ceil(lines.length / BLOCK);
  const height = lines.length * LINE + blocks * AXIS;
  const x = (/** @type {number} */ at) => left + (at - from) / Math.max(DAY, to - from) * (width - left - 12);
  const top = (/** @type {number} */ i) => i * LINE + (Math.floor(i / BLOCK) + 1) * AXIS;
  /** @type {number[]} */
  const months = [];
  for (let at = new Date(from); at.getTime() <= to; at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))) {
    months.push(at.getTime());
  }
  const step = Math.max(1, Math.ceil(months.length / (narrow ? 3 : 7)));
  // a label needs room to the next line and to the edge
  const room = (/** @type {number} */ i) => x(months[i + step] ?? Infinity) - x(months[i]) > 90 && width - x(months[i]) > 90;
  return h('div', {class: narrow ? 'timeline narrow' : 'timeline', tabindex: 0, role: 'region', 'aria-label': title}, s('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title},
      months.map((at, i) => i % step === 0 ? [s('line', {x1: x(at), x2: x(at), y1: AXIS, y2: height, class: 'tick'}),
        room(i) ? Array.from({length: blocks}, (_, block) => s('text', {x: x(at) + 2, y: top(block * BLOCK) - 7, class: 'tick-text'}, month(at))) : null] : null),
      lines.map((line, i) => [s('text', {x: 0, y: top(i) + 17, class: 'line-name'}, line.name.length > longest ? `${line.name.slice(0, longest - 1)}…` : line.name, s('title', {}, line.name)),
        s('line', {x1: left, x2: width, y1: top(i) + 13, y2: top(i) + 13, class: 'axis'}),
        line.marks.map(mark => s('circle', {cx: x(mark.at), cy: top(i) + 13, r: 6, fill: colourOf(mark.kind), class: 'mark'}, s('title', {}, mark.text)))])));
}

/** A mark's colour, for a legend. @param {string} kind */
export function dot(kind) {
  return s('svg', {width: 12, height: 12, 'aria-hidden': 'true'}, s('circle', {cx: 6, cy: 6, r: 5, fill: colourOf(kind)}));
}
