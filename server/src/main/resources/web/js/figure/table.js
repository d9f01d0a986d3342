/** A chart's figures as a table and as a sentence, for those who do not see it or want the digits. */
import {h} from '../base/dom.js';
import {t} from '../base/i18n.js';
import {amount, day, month, plain, week} from '../base/format.js';

/** A place on the x axis in words. @param {Chart.Spec} spec @param {Chart.Place} x */
export function placeText(spec, x) {
  switch (spec.x) {
    case 'week': return week(Number(x));
    case 'month': return month(Number(x));
    case 'day': return day(Number(x));
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
    rows: xs.map(x => [placeText(spec, x), ...columns.map((column, i) => {
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

/** @param {string} caption @param {Table} table */
export function tableElement(caption, table) {
  // a column of numbers stands right, so that their digits stand below each other
  const numeric = table.head.map((_, i) => i > 0 && table.rows.every(row => typeof row[i] === 'string' && (row[i] === hiddenText() || row[i] === t('running.short') || /^[▲▼►=+−–\-\d]/.test(/** @type {string} */ (row[i])))));
  return h('div', {class: 'table-box', tabindex: 0, role: 'region', 'aria-label': caption},
      h('table', {}, h('caption', {class: 'unseen'}, caption),
          h('thead', {}, h('tr', {}, table.head.map((text, i) => h('th', {scope: 'col', class: numeric[i] ? 'num' : null}, text)))),
          h('tbody', {}, table.rows.map(row => h('tr', {}, row.map((text, i) =>
            i === 0 ? h('th', {scope: 'row'}, text) : h('td', {class: text === hiddenText() ? 'hidden-cell' : numeric[i] ? 'num' : null}, text)))))));
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
