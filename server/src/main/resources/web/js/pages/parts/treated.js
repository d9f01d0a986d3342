/** What treatments cost beyond fish that nobody treated, by method and weight, each with how many treatments and how sure; cleaner fish apart. */
import {card} from '../../figure/card.js';
import {h} from '../../base/dom.js';
import {amount, plain} from '../../base/format.js';
import {t, word} from '../../base/i18n.js';
import {tableElement} from '../../figure/table.js';

/** Stocking of cleaner fish, which is no treatment of the fish; and days on which nobody treated. */
const CLEANER = 'Cleanerfish', UNTREATED = 'Untreated';
/** Weights of treated fish, lightest first. */
const SIZES = ['0–1 kg', '1–2 kg', '2–3 kg', '3–4 kg', '4+ kg'];

/** @typedef {Answer<'/v3/comparison/after-treatment'>} After */
/** @typedef {After['rows'][number]} Row */

/** A mean with its standard error, and of how many treated units it is. @param {number | null} mean @param {number | null} error @param {number | null} n */
function numbers(mean, error, n) {
  return [amount(mean, 'percent', {sign: true}), error === null ? null : `± ${amount(error, 'percent')}`, n === null ? null : t('compare.after.n', {n: plain(n)})].filter(Boolean).join(' ');
}

/** @param {Row | undefined} row */
function cell(row) {
  return row === undefined ? '–' : row.mean_excess_rate === null ? t('hidden.short') : numbers(row.mean_excess_rate, row.standard_error, row.event_count);
}

/** @param {Row | undefined} row */
function ours(row) {
  return row === undefined || row.farmer_mean_excess_rate === null ? '–' : numbers(row.farmer_mean_excess_rate, row.farmer_standard_error, row.farmer_event_count);
}

/** The newest year that has released quarters; untreated days stand last. @param {Page.Context} ctx @param {After} set @param {string} untouched which filters do not apply */
export function treatedCard(ctx, set, untouched) {
  const years = set.rows.filter(row => row.quarter === null);
  const newest = Math.max(...years.map(row => row.year ?? 0));
  const list = years.filter(row => row.year === newest && (row.treatment_target === 'Lice' || row.treatment_category === UNTREATED));
  const of = (/** @type {string} */ method, /** @type {string | null} */ size) => list.find(row => row.treatment_category === method && row.weight_group === size);
  const all = [...new Set(list.map(row => row.treatment_category))];
  const methods = [...all.filter(each => each !== CLEANER && each !== UNTREATED), ...all.filter(each => each === UNTREATED)];
  // no ranking of methods: sicker fish are treated otherwise
  const usual = methods.filter(each => each !== UNTREATED).flatMap(each => of(each, null) ?? []).filter(row => row.mean_excess_rate !== null)
      .sort((a, b) => Number(b.event_count) - Number(a.event_count))[0];
  const title = usual ? t('compare.after.answer', {method: word('category', usual.treatment_category), value: numbers(usual.mean_excess_rate, usual.standard_error, null), n: plain(usual.event_count ?? 0), year: newest})
      : t('compare.after');
  const table = (/** @type {string} */ caption, /** @type {string[]} */ shown) => tableElement(caption, {head: [t('treatments.category'), t('compare.after.all'), t('compare.after.ours'), ...SIZES],
    rows: shown.map(method => [word('category', method), cell(of(method, null)), ours(of(method, null)), ...SIZES.map(size => cell(of(method, size)))])});
  return card({id: 'after-treatment', ctx, sets: [set], wide: true, title, note: `${t('compare.after.note')} ${untouched}`, foot: t('compare.after.foot'), table: null, none: list.length === 0,
    body: [table(title, methods), all.includes(CLEANER) ? [h('h3', {}, t('compare.after.cleaner')), table(t('compare.after.cleaner'), [CLEANER])] : null]});
}
