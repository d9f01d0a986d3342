/** A chart's figures as a table and as a sentence, for those who do not see it or want the digits. */
import {h} from '../base/dom.js';
import {current, t} from '../base/i18n.js';
import {amount, day, days, mondayOf, month, plain, week} from '../base/format.js';

/** A place on the x axis in words. @param {Chart.Spec} spec @param {Chart.Place} x */
export function placeText(spec, x) {
  switch (spec.x) {
    case 'week': return week(Number(x));
    case 'month': return month(Number(x));
    case 'day': return day(Number(x));
    case 'season': return t('period.weekOf', {week: Number(x)});
    case 'number': return spec.xUnit ? amount(Number(x), spec.xUnit) : plain(Number(x));
    default: return String(x);
  }
}

/** Whether a series is of the reader's own fish. @param {Partial<Chart.Series>} series */
export function isOurs(series) {
  return series.role === 'own' || series.ours === true;
}

/**
 * What stands for a value that is not there: it is not complete yet, hidden or missing.
 *
 * @param {Partial<Chart.Series>} series @param {Chart.Axes} spec @param {Chart.Place} x
 */
export function noValueText(series, spec, x) {
  return isOurs(series) ? '–' : series.running?.has(x) ? t('running.short') : series.role === 'benchmark' && spec.hidden?.includes(x) ? hiddenText() : '–';
}

/**
 * A value, and what part of its period it is of where that still runs.
 *
 * @param {string} value @param {Chart.Running | undefined} running @param {Chart.Place} x
 */
export function partText(value, running, x) {
  return running?.has(x) ? `${value} (${running.get(x)})` : value;
}

/**
 * Every value of a chart, by x and series.
 *
 * @param {Chart.Spec} spec
 * @returns {{head: string[], rows: string[][]}}
 */
export function tableOf(spec) {
  if (spec.kind === 'heat') {
    return {head: [spec.xTitle, spec.yTitle, spec.valueTitle],
      rows: spec.cells.map(([x, y, value]) =>
        [placeText(spec, spec.xs[x]), spec.ys[y], value === null ? hiddenText() : amount(value, spec.unit)])};
  }
  if (spec.kind === 'points') {
    return {head: [t('table.series'), spec.xTitle, spec.yTitle], rows: spec.series.flatMap(series =>
      series.points.map(([x, y]) => [series.name, amount(Number(x), spec.xUnit), amount(y, spec.unit)]))};
  }
  const xs = [...new Set(spec.series.flatMap(series => series.points.map(point => point[0])))];
  if (spec.x !== 'text') {
    xs.sort((a, b) => Number(a) - Number(b));
  }
  const columns = spec.series.map(series => new Map(series.points.map(([x, y]) => [x, y])));
  return {
    head: [spec.xTitle ?? t(`axis.${spec.x}`), ...spec.series.map(series => series.name)],
    // the newest first; other tables begin with the smallest
    rows: (spec.x === 'week' || spec.x === 'month' || spec.x === 'day' ? xs.toReversed() : xs).map(x => [placeText(spec, x), ...columns.map((column, i) => {
      const value = column.get(x);
      const series = spec.series[i];
      if (value === null || value === undefined) {
        return noValueText(series, spec, x);
      }
      return partText(amount(value, spec.unit), series.running, x);
    })]),
  };
}

function hiddenText() {
  return t('hidden.short');
}

/** @typedef {{head: string[], rows: (string | Node | null | undefined)[][]}} Table a cell without anything is empty */

/** Rows up to which a table shows all of them; a longer one scrolls. */
const SHORT = 15;
/** Rows of a table on paper. */
const PAPER = 10;

/** What a cell says, for sorting. @param {string | Node | null | undefined} cell */
function textOf(cell) {
  return cell instanceof Node ? cell.textContent ?? '' : cell ?? '';
}

/** A number at the beginning of a text in the reader's form, else null. @param {string} text */
function numberOf(text) {
  const plain = text.replace(/^[▲▼►=]\s*/, '').replaceAll(/[\u00a0\u202f\s](?=\d)/g, '').replace('−', '-');
  const found = /^[+-]?[\d.,]+/.exec(plain)?.[0];
  if (found === undefined || !/\d/.test(found)) {
    return null;
  }
  return Number(current() === 'nb' ? found.replaceAll('.', '').replace(',', '.') : found.replaceAll(',', ''));
}

/**
 * A table that is made and shown when its line is opened.
 *
 * @param {string} summary @param {() => HTMLElement} make
 */
export function folded(summary, make) {
  const place = h('div', {});
  const box = h('details', {class: 'folded', ontoggle: () => box.open && place.childElementCount === 0 && place.append(make())}, h('summary', {}, summary), place);
  return box;
}

/** Makes the links of a table's first column one stop of the keyboard: arrows go from one to the next. @param {HTMLElement} table */
export function oneStop(table) {
  const links = () => [.../** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll('tbody th a'))];
  const choose = (/** @type {HTMLElement | undefined} */ one) => links().forEach(each => {
    each.tabIndex = each === one ? 0 : -1;
  });
  choose(links()[0]);
  table.addEventListener('keydown', event => {
    const all = links();
    const at = all.findIndex(each => each === document.activeElement);
    const next = event.key === 'ArrowDown' ? all[at + 1] : event.key === 'ArrowUp' ? all[at - 1] : undefined;
    if (at >= 0 && next) {
      event.preventDefault();
      choose(next);
      next.focus();
    }
  });
  return table;
}

/**
 * A table whose headings sort it: once, and again the other way. The headings are one stop of the keyboard, and arrows go from one to the next. Rows without
 * a value stay last.
 *
 * @param {string} caption @param {Table} table
 */
export function tableElement(caption, table) {
  // a column of numbers stands right, so that their digits stand below each other
  const words = [hiddenText(), t('running.short'), t('hidden.word')];
  const isNumber = (/** @type {string | Node | null | undefined} */ cell) => !(cell instanceof SVGElement) && (words.includes(textOf(cell)) || /^[▲▼►=+−–\-\d]/.test(textOf(cell)));
  const numeric = table.head.map((_, i) => i > 0 && table.rows.every(row => isNumber(row[i])));
  const lines = table.rows.map(row => ({row, line: h('tr', {}, row.map((text, i) =>
    i === 0 ? h('th', {scope: 'row'}, text) : h('td', {class: text === hiddenText() ? 'hidden-cell' : numeric[i] ? 'num' : null}, text)))}));
  const body = h('tbody', {}, lines.map(each => each.line));
  const heads = table.head.map((text, i) => h('th', {scope: 'col', class: numeric[i] ? 'num' : null, 'aria-sort': null}, text === '' || table.rows.length < 2 ? text
      : h('button', {type: 'button', class: 'sort', tabindex: i === 0 ? 0 : -1, onclick: () => sort(i)}, text)));
  const buttons = () => heads.flatMap(head => head.querySelector('button') ?? []);
  const sort = (/** @type {number} */ i) => {
    const up = heads[i].getAttribute('aria-sort') === 'descending' || !numeric[i] && heads[i].getAttribute('aria-sort') !== 'ascending';
    heads.forEach((head, k) => k === i ? head.setAttribute('aria-sort', up ? 'ascending' : 'descending') : head.removeAttribute('aria-sort'));
    const key = (/** @type {typeof lines[number]} */ each) => {
      const text = textOf(each.row[i]);
      const number = numberOf(text);
      const date = dateOf(text);
      return {text, number: date ?? number, none: text === '' || text === '–' || text === hiddenText()};
    };
    const sorted = lines.map(each => ({...each, key: key(each)})).sort((a, b) => Number(a.key.none) - Number(b.key.none)
        || (up ? 1 : -1) * (a.key.number !== null && b.key.number !== null ? a.key.number - b.key.number : a.key.text.localeCompare(b.key.text, current())));
    body.replaceChildren(...sorted.map(each => each.line));
  };
  const head = h('tr', {onkeydown: (/** @type {KeyboardEvent} */ event) => {
    const all = buttons();
    const at = all.findIndex(button => button === document.activeElement);
    const next = event.key === 'ArrowRight' ? at + 1 : event.key === 'ArrowLeft' ? at - 1 : -1;
    if (at >= 0 && all[next]) {
      event.preventDefault();
      all.forEach((button, k) => button.setAttribute('tabindex', k === next ? '0' : '-1'));
      all[next].focus();
    }
  }}, heads);
  const isLong = table.rows.length > SHORT;
  // what may scroll must be reached by keyboard: by its headings, or itself
  const isStop = isLong || buttons().length === 0;
  return h('div', {class: 'table-host'}, h('div', {class: isLong ? 'table-box long' : 'table-box', tabindex: isStop ? 0 : null, role: 'region', 'aria-label': `${t('tool.table')}: ${caption}`},
      h('table', {}, h('caption', {class: 'unseen'}, caption), h('thead', {}, head), body)),
  // shorter ones are whole on paper too
  isLong ? h('p', {class: 'note paper-only'}, t('paper.cut', {n: PAPER, all: table.rows.length})) : null);
}

/** The milliseconds of a day or a week as pages write them; null of anything else. @param {string} text */
function dateOf(text) {
  const found = /^\D*(\d+),? (\d{4})$/.exec(text);
  if (found && text.startsWith(t('period.week', {week: '|', year: '|'}).split('|')[0])) {
    return mondayOf(Number(found[2]), Number(found[1]));
  }
  return days.get(text) ?? null;
}

/** What a line chart shows, in a sentence for each series. @param {Chart.Spec} spec @param {string} title */
export function summaryOf(spec, title) {
  if (spec.kind === 'heat' || spec.kind === 'points') {
    return t('summary.cells', {title});
  }
  const parts = spec.series.slice(0, 8).map(series => {
    const known = series.points.filter(point => point[1] !== null && point[1] !== undefined && !series.running?.has(point[0]));
    if (known.length === 0) {
      return t('summary.none', {name: series.name});
    }
    const values = known.map(point => Number(point[1]));
    const last = known[known.length - 1];
    return t('summary.series', {name: series.name, low: amount(Math.min(...values), spec.unit),
      high: amount(Math.max(...values), spec.unit), last: amount(last[1], spec.unit), place: placeText(spec, last[0])});
  });
  return `${title}. ${parts.join(' ')}`;
}
