/** What do fish die of? */
import {rows} from '../api.js';
import {card} from '../card.js';
import {chosen, segmented} from '../compare.js';
import {h} from '../dom.js';
import {parameters} from '../filters.js';
import {amount, arrow, month, time, week} from '../format.js';
import {current, t} from '../i18n.js';
import {spark} from '../spark.js';
import {tableElement} from '../table.js';
import {withGaps} from '../charts.js';

export const uses = ['areas', 'period', 'generations', 'weight', 'withoutUs'];
const MOST = 10;

/** @param {any} ctx */
export async function load(ctx) {
  const query = parameters('mortality', ctx.filters, ctx.reference);
  const [distribution, rank, sizes, codes] = await Promise.all([
    rows('/v3/mortality/categories/distribution', query),
    rows('/v3/mortality/categories/rank/week', {...query, number_of_categories: 100}),
    rows('/v3/mortality/size/categories', query),
    rows('/v2/mortality/categories/codelist'),
  ]);
  return {distribution, rank, sizes, codes};
}

/** @param {any} ctx @param {any} data */
export function draw(ctx, data) {
  const english = new Map(data.codes.rows.map((/** @type {any} */ row) => [row.level_3_code, row.category_name_eng]));
  const name = (/** @type {string} */ code, /** @type {string} */ norwegian) => current() === 'en' ? english.get(code) || norwegian : norwegian;
  const tops = new Map(data.codes.rows.map((/** @type {any} */ row) => [row.level_1_code, row.level_1_name]));
  return h('div', {class: 'grid'}, shares(ctx, data.distribution, tops), ranked(ctx, data.rank, name), heat(ctx, data.sizes));
}

/** A top-level cause in the reader's language. @param {string} code @param {string} norwegian */
function topName(code, norwegian) {
  return current() === 'en' && /^[A-F]$/.test(code) ? t(`cause.${code}`) : norwegian;
}

/** Shares of each month's losses, by top-level cause. @param {any} ctx @param {any} set @param {Map<any, any>} tops */
function shares(ctx, set, tops) {
  const hasOwn = set.rows.some((/** @type {any} */ row) => row.farmer_loss_rate_count !== null);
  const whose = hasOwn ? chosen('whose', 'benchmark') : 'benchmark';
  const field = whose === 'own' ? 'farmer_loss_rate_count' : 'loss_rate_count';
  const codes = [...new Set(set.rows.map((/** @type {any} */ row) => row.category_code_level_1))].sort();
  const months = [...new Set(set.rows.map((/** @type {any} */ row) => row.loss_month))];
  const series = codes.map(code => ({name: topName(/** @type {string} */ (code), tops.get(code) ?? code), role: 'item', colour: code,
    points: months.map(at => {
      const values = set.rows.filter((/** @type {any} */ row) => row.loss_month === at && row.category_code_level_1 === code)
          .map((/** @type {any} */ row) => row[field]).filter((/** @type {any} */ value) => value !== null);
      return [time(/** @type {string} */ (at)), values.length === 0 ? null : values.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0)];
    })}));
  const last = months.at(-1);
  const first = [...series].map(each => ({name: each.name, value: /** @type {number} */ (each.points.at(-1)?.[1] ?? -1)})).sort((a, b) => b.value - a.value)[0];
  return card({id: 'distribution', ctx, sets: [set], wide: true, hiddenAll: series.every(each => each.points.every(point => point[1] === null)),
    title: first && first.value >= 0 ? t('causes.answer', {cause: first.name, share: amount(first.value, 'share'), month: month(time(/** @type {string} */ (last)))}) : t('causes.title'),
    note: t(whose === 'own' ? 'causes.note.own' : 'causes.note'),
    controls: hasOwn ? segmented(ctx, 'whose', t('causes.whose'), [['benchmark', t('series.benchmark')], ['own', t('series.own')]], 'benchmark') : null,
    spec: {kind: 'stack', x: 'month', unit: 'share', max: 1, series}});
}

/** The last week's ten largest, with what they were in the weeks before. @param {any} ctx @param {any} set @param {(code: string, name: string) => string} name */
function ranked(ctx, set, name) {
  const latest = set.rows.map((/** @type {any} */ row) => row.loss_week).sort().at(-1);
  const list = set.rows.filter((/** @type {any} */ row) => row.loss_week === latest).slice(0, MOST);
  const weeks = [...new Set(set.rows.map((/** @type {any} */ row) => row.loss_week))];
  const lines = list.map((/** @type {any} */ row) => {
    const rates = new Map(set.rows.filter((/** @type {any} */ each) => each.loss_category_code === row.loss_category_code)
        .map((/** @type {any} */ each) => [each.loss_week, each.loss_rate]));
    // all causes with losses are asked for: one that a week does not name had none
    const points = /** @type {[number, number | null][]} */ (withGaps(weeks.map(at => [time(/** @type {string} */ (at)), rates.get(at) ?? 0]), 'week'));
    const said = name(row.loss_category_code, row.loss_category_name);
    return [`${row.rank}. ${said}`, amount(row.loss_rate, 'percent', {digits: 3, bare: true}), arrow(row.loss_rate_change, 'percent', 3),
    h('span', {class: 'sparkcell'}, spark([{role: 'item', points}], {label: t('causes.spark', {cause: said})}))];
  });
  const title = list.length > 0 ? t('causes.rank.answer', {cause: name(list[0].loss_category_code, list[0].loss_category_name), week: week(time(latest))}) : t('causes.rank');
  return card({id: 'rank-week', ctx, sets: [set], title, note: t('causes.rank.note'),
    body: tableElement(title, {head: [t('causes.cause'), t('causes.rate'), t('causes.change'), t('causes.weeks')], rows: lines})});
}

/** @param {any} ctx @param {any} set */
function heat(ctx, set) {
  const buckets = [...new Set(set.rows.map((/** @type {any} */ row) => row.weight_group))].sort((a, b) => /** @type {number} */ (a) - /** @type {number} */ (b));
  const codes = [...new Map(set.rows.map((/** @type {any} */ row) => [row.category_code_level_1, row.category_name]))].sort((a, b) => String(b[0]).localeCompare(String(a[0])));
  const cells = set.rows.map((/** @type {any} */ row) => [buckets.indexOf(row.weight_group), codes.findIndex(([code]) => code === row.category_code_level_1), row.rate]);
  const worst = set.rows.filter((/** @type {any} */ row) => row.rate !== null).sort((/** @type {any} */ a, /** @type {any} */ b) => b.rate - a.rate)[0];
  return card({id: 'size-categories', ctx, sets: [set], hiddenAll: !worst,
    title: worst ? t('causes.size.answer', {cause: topName(worst.category_code_level_1, worst.category_name), share: amount(worst.rate, 'share'),
      weight: amount(worst.weight_group, 'gram')}) : t('causes.size'),
    note: t('causes.size.note'),
    spec: {kind: 'heat', x: 'number', xUnit: 'gram', xTitle: t('axis.weight'), yTitle: t('causes.cause'), valueTitle: t('causes.share'), unit: 'share', xs: buckets,
      ys: codes.map(([code, text]) => topName(/** @type {string} */ (code), /** @type {string} */ (text))), cells,
      hidden: set.rows.filter((/** @type {any} */ row) => row.rate === null)}});
}
