/** What do fish die of? Culled fish are chosen by a switch: why fish are killed is another question. */
import {rows} from '../session/api.js';
import {card} from '../figure/card.js';
import {addressed, chosen, segmented, switched} from '../figure/compare.js';
import {h} from '../base/dom.js';
import {parameters} from '../filter/filters.js';
import {amount, arrow, month, time, week} from '../base/format.js';
import {current, has, t} from '../base/i18n.js';
import {completeWeeks, isComplete, running} from '../figure/periods.js';
import {spark} from '../figure/spark.js';
import {tableElement} from '../figure/table.js';
import {withGaps} from '../figure/charts.js';

export const uses = ['areas', 'period', 'generations', 'weight', 'withoutUs'];
const MOST = 10;
/** Kinds of lost fish; the first is the usual one. */
const KINDS = ['mortality', 'culling'];

/** The kind that the page's address names. @param {any} ctx */
function kindOf(ctx) {
  return addressed(ctx, 'losses', KINDS, KINDS[0]);
}

/** @param {any} ctx */
export async function load(ctx) {
  const query = parameters('mortality', ctx.filters, ctx.reference);
  const [months, rank, sizes, codes] = await Promise.all([
    rows('/v3/mortality/categories/rate', query),
    // the route ranks losses or deaths; culling is what the losses have besides
    rows('/v3/mortality/categories/rank/week', {...query, number_of_categories: 100, loss_type: kindOf(ctx) === 'mortality' ? 'mortality' : 'loss'}),
    rows('/v3/mortality/size/categories', completeWeeks(query, ctx.reference.through)),
    rows('/v2/mortality/categories/codelist'),
  ]);
  return {months, rank, sizes, codes};
}

/** @param {any} ctx @param {any} data */
export function draw(ctx, data) {
  const english = new Map(data.codes.rows.map((/** @type {any} */ row) => [row.level_3_code, row.category_name_eng]));
  const name = (/** @type {string} */ code, /** @type {string} */ norwegian) => current() === 'en' ? english.get(code) || norwegian : norwegian;
  const kind = kindOf(ctx);
  return h('div', {class: 'grid'}, shares(ctx, data.months, kind), ranked(ctx, data.rank, kind, name), heat(ctx, data.sizes, kind));
}

/** A top-level cause in the reader's language. @param {string} code */
function topName(code) {
  return has(`cause.${code}`) ? t(`cause.${code}`) : code;
}

/** Shares of each month's dead or culled fish, by top-level cause. @param {any} ctx @param {any} set @param {string} kind */
function shares(ctx, set, kind) {
  const hasOwn = set.rows.some((/** @type {any} */ row) => row[`farmer_${kind}_count`] !== null);
  const whose = hasOwn ? chosen('whose', 'benchmark') : 'benchmark';
  const field = whose === 'own' ? `farmer_${kind}_count` : `${kind}_count`;
  const known = set.rows.filter((/** @type {any} */ row) => row[field] !== null);
  const codes = [...new Set(set.rows.map((/** @type {any} */ row) => row.loss_category_code[0]))].sort();
  const first = (/** @type {any} */ row) => time(`${row.period}-01`);
  const months = [...new Set(set.rows.map(first))];
  const sum = (/** @type {any[]} */ list) => list.reduce((total, row) => total + row[field], 0);
  const totals = new Map(months.map(at => [at, sum(known.filter((/** @type {any} */ row) => first(row) === at))]));
  const open = running(set.rows, first, first, 'month', ctx.reference.through);
  const series = codes.map(code => ({name: topName(/** @type {string} */ (code)), role: 'item', colour: code, running: open,
    points: months.map(at => [at, totals.get(at) === 0 ? null
        : sum(known.filter((/** @type {any} */ row) => first(row) === at && row.loss_category_code[0] === code)) / Number(totals.get(at))])}));
  const last = months.findLast(at => !open.has(/** @type {number} */ (at)) && Number(totals.get(at)) > 0);
  const worst = last === undefined ? null : series.map(each => ({name: each.name, value: Number(each.points.find(point => point[0] === last)?.[1] ?? 0)}))
      .sort((a, b) => b.value - a.value)[0];
  const none = known.length > 0 && sum(known) === 0;
  return card({id: 'distribution', ctx, sets: [set], wide: true, hiddenAll: set.rows.length === 0 || known.length > 0 ? false : set.rows.some(isComplete) ? true : 'notYet',
    title: worst ? t(`causes.answer.${kind}`, {cause: worst.name, share: amount(worst.value, 'share'), month: month(Number(last))}) : t(`causes.title.${kind}`),
    note: t(`causes.note.${kind}${whose === 'own' ? '.own' : ''}`),
    controls: [switched(ctx, 'losses', t('causes.losses'), [['mortality', t('kind.mortality')], ['culling', t('kind.culling.short')]], KINDS[0]),
      hasOwn ? segmented(ctx, 'whose', t('causes.whose'), [['benchmark', t('series.benchmark')], ['own', t('series.own')]], 'benchmark') : null],
    spec: none ? undefined : {kind: 'stack', x: 'month', unit: 'share', max: 1, series}, body: none ? h('p', {class: 'state'}, t(`causes.none.${kind}`)) : null});
}

/** The last complete week's ten largest, with what they were in the weeks before. @param {any} ctx @param {any} set @param {string} kind @param {(code: string, name: string) => string} name */
function ranked(ctx, set, kind, name) {
  const of = (/** @type {any} */ row, /** @type {string} */ part) => kind === 'mortality' ? row[`mortality_rate${part}`]
      : row[`loss_rate${part}`] === null ? null : row[`loss_rate${part}`] - row[`mortality_rate${part}`];
  const complete = set.rows.filter(isComplete);
  const latest = complete.map((/** @type {any} */ row) => row.loss_week).sort().at(-1);
  const list = complete.filter((/** @type {any} */ row) => row.loss_week === latest && of(row, '') > 0)
      .sort((/** @type {any} */ a, /** @type {any} */ b) => of(b, '') - of(a, '') || a.rank - b.rank).slice(0, MOST);
  const weeks = [...new Set(complete.map((/** @type {any} */ row) => row.loss_week))];
  const lines = list.map((/** @type {any} */ row, /** @type {number} */ i) => {
    const rates = new Map(complete.filter((/** @type {any} */ each) => each.loss_category_code === row.loss_category_code)
        .map((/** @type {any} */ each) => [each.loss_week, of(each, '')]));
    // all causes with losses are asked for: one that a week does not name had none
    const points = /** @type {[number, number | null][]} */ (withGaps(weeks.map(at => [time(/** @type {string} */ (at)), rates.get(at) ?? 0]), 'week'));
    const said = name(row.loss_category_code, row.loss_category_name);
    return [`${i + 1}. ${said}`, amount(of(row, ''), 'percent', {digits: 3, bare: true}), arrow(of(row, '_change'), 'percent', 3),
    h('span', {class: 'sparkcell'}, spark([{role: 'item', points}], {label: t('causes.spark', {cause: said})}))];
  });
  const title = list.length > 0 ? t(`causes.rank.answer.${kind}`, {cause: name(list[0].loss_category_code, list[0].loss_category_name), week: week(time(latest))}) : t(`causes.rank.${kind}`);
  return card({id: 'rank-week', ctx, sets: [set], title, note: t(`causes.rank.note.${kind}`), hiddenAll: set.rows.length > 0 && complete.length === 0 ? 'notYet' : false,
    body: latest && list.length === 0 ? h('p', {class: 'state'}, t(`causes.none.${kind}`))
        : tableElement(title, {head: [t('causes.cause'), t(`causes.rate.${kind}`), t('causes.change'), t('causes.weeks')], rows: lines})});
}

/** @param {any} ctx @param {any} set @param {string} kind */
function heat(ctx, set, kind) {
  const field = `${kind}_rate`;
  // a weight group without any share of all losses is hidden; one with losses and without this kind has none of it
  const list = set.rows.filter((/** @type {any} */ row) => row.rate === null || row[field] !== null);
  const buckets = [...new Set(list.map((/** @type {any} */ row) => row.weight_group))].sort((a, b) => /** @type {number} */ (a) - /** @type {number} */ (b));
  const codes = [...new Set(list.map((/** @type {any} */ row) => row.category_code_level_1))].sort((a, b) => String(b).localeCompare(String(a)));
  const cells = list.map((/** @type {any} */ row) => [buckets.indexOf(row.weight_group), codes.indexOf(row.category_code_level_1), row[field]]);
  const worst = list.filter((/** @type {any} */ row) => row[field] > 0).sort((/** @type {any} */ a, /** @type {any} */ b) => b[field] - a[field])[0];
  const hidden = list.filter((/** @type {any} */ row) => row.rate === null);
  const none = !worst && hidden.length < list.length || set.rows.length > 0 && list.length === 0;
  return card({id: 'size-categories', ctx, sets: [set], hiddenAll: !worst && !none,
    title: worst ? t(`causes.size.answer.${kind}`, {cause: topName(worst.category_code_level_1), share: amount(worst[field], 'share'),
      weight: amount(worst.weight_group, 'gram')}) : t(`causes.size.${kind}`),
    note: t(`causes.size.note.${kind}`), body: none ? h('p', {class: 'state'}, t(`causes.none.${kind}`)) : null,
    spec: none ? undefined : {kind: 'heat', x: 'number', xUnit: 'gram', xTitle: t('axis.weight'), yTitle: t('causes.cause'), valueTitle: t('causes.share'), unit: 'share', xs: buckets,
      ys: codes.map(code => topName(/** @type {string} */ (code))), cells, hidden}});
}
