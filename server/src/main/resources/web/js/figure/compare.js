/** Own against benchmark: the lines of a chart, and the difference in words. */
import {h} from '../base/dom.js';
import {t} from '../base/i18n.js';
import {amount, time} from '../base/format.js';
import {isFarmer} from '../session/session.js';
import {withGaps, withValues} from './charts.js';
import {chosen, choose} from './choice.js';
import {numberIn, ownOf} from './fields.js';
import {isComplete, running} from './periods.js';
import {areaId, areaName, platformFocus} from '../session/reference.js';

/** @typedef {ReturnType<typeof focus>} Focus */

/**
 * The area shown by charts of a single area, and a control to choose another.
 *
 * @param {Page.Context} ctx @param {{platform_area_name: string}[]} list
 */
export function focus(ctx, list) {
  const names = [...new Set(list.map(row => row.platform_area_name))];
  const area = platformFocus(ctx.reference, names, chosen(ctx, 'area', ''));
  const select = h('select', {'aria-label': t('focus.area'), 'data-filter': 'focus', onchange: () => choose(ctx, 'area', areaId(ctx.reference, select.value))},
      names.map(name => h('option', {value: name, selected: name === area}, areaName(ctx.reference, name))));
  return {area, names, select: names.length > 1 ? select : null, title: areaName(ctx.reference, area)};
}

/**
 * Own and benchmark as lines of a chart. A row whose benchmark may not be shown has no sites in it, or no value where a route does not count sites: its
 * place is hidden. That of a running period is not hidden, it is not there yet.
 *
 * @template {string} A
 * @template {string} F
 * @param {Page.Context} ctx
 * @param {(Periodic & {site_count?: number | null} & Record<NoInfer<A>, string> & Compared<NoInfer<F>>)[]} list rows of one area
 * @param {A} at the field with the date
 * @param {F} field of the benchmark; own figures have `farmer_` before it
 * @param {'week' | 'month'} x
 */
export function lines(ctx, list, at, field, x) {
  const of = (/** @type {string} */ name) => withGaps(list.map(row => [time(row[at]), numberIn(row, name)]), x);
  const own = ownOf(field);
  const open = running(list, row => time(row[at]), row => time(row[at]), x, ctx.reference.through);
  /** @type {Chart.Series[]} */
  const series = [{name: t('series.benchmark'), role: 'benchmark', points: of(field), running: open}];
  if (list.some(row => numberIn(row, own) !== null)) {
    series.push({name: t('series.own'), role: 'own', points: of(own), running: open});
  }
  const isHidden = (/** @type {typeof list[number]} */ row) => (row.site_count === undefined ? numberIn(row, field) : row.site_count) === null;
  const sites = list.flatMap(row => row.site_count ?? []);
  const below = new Map(list.flatMap(row => typeof row.site_count === 'number' ? [[time(row[at]), [t('note.sites', {n: row.site_count})]]] : []));
  return {series: withValues(series), below: /** @type {Map<Chart.Place, string[]>} */ (below), sites: sites.length > 0 ? /** @type {[number, number]} */ ([Math.min(...sites), Math.max(...sites)]) : undefined, hidden: list.filter(row => isHidden(row) && isComplete(row)).map(row => time(row[at]))};
}

/**
 * Whether there is nothing to show although there are rows: every benchmark value of a field is hidden, or of a running period (`notYet`), and the
 * reader has no own value.
 *
 * A benchmark that has sites and yet no value is not hidden: it looks further back than there are figures (`noHistory`).
 *
 * @template {string} F
 * @param {(Periodic & {site_count?: number | null} & Compared<NoInfer<F>>)[]} list @param {F} field
 * @returns {boolean | 'notYet' | 'noHistory'}
 */
export function allHidden(list, field) {
  if (list.length === 0 || list.some(row => hasEither(row, field))) {
    return false;
  }
  const complete = list.filter(isComplete);
  return complete.length === 0 ? 'notYet' : complete.some(row => row.site_count) ? 'noHistory' : true;
}

/**
 * A title that states the answer.
 *
 * @param {string} what @param {number | null | undefined} own @param {number | null | undefined} benchmark @param {Chart.Unit} unit
 */
export function answer(what, own, benchmark, unit) {
  const has = (/** @type {number | null | undefined} */ value) => value !== null && value !== undefined;
  if (has(own) && has(benchmark)) {
    return t('answer.both', {what, own: amount(own, unit), relation: relation(/** @type {number} */ (own), /** @type {number} */ (benchmark), unit),
      benchmark: amount(benchmark, unit)});
  }
  if (has(own)) {
    return t('answer.own', {what, own: amount(own, unit)});
  }
  return has(benchmark) ? t('answer.benchmark', {what, benchmark: amount(benchmark, unit)}) : t('answer.none', {what});
}

/** Higher, lower or the same, by the digits that are shown. @param {number} own @param {number} benchmark @param {Chart.Unit} unit */
export function relation(own, benchmark, unit) {
  const which = amount(own, unit) === amount(benchmark, unit) ? 'same' : own > benchmark ? 'higher' : 'lower';
  return t(`relation.${which}`);
}

/** Why there is no own line. @template {string} F @param {Compared<NoInfer<F>>[]} list @param {F} field */
export function whyNoOwn(list, field) {
  if (!isFarmer()) {
    return t('own.noCompany');
  }
  // without any row nothing is known of them
  return list.length === 0 || list.some(row => numberIn(row, ownOf(field)) !== null) ? undefined : t('own.noFish');
}

/**
 * The last row of a complete period that has a benchmark or an own value of a field.
 *
 * @template {string} F
 * @template {Periodic & Compared<NoInfer<F>>} R
 * @param {R[]} list in the order of time @param {F} field
 */
export function lastWith(list, field) {
  return list.findLast(row => isComplete(row) && hasEither(row, field));
}

/** Whether there is a benchmark or an own value. @template {string} F @param {Compared<F>} row @param {F} field */
function hasEither(row, field) {
  return numberIn(row, field) !== null || numberIn(row, ownOf(field)) !== null;
}
