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
const KINDS = /** @type {const} */ (['mortality', 'culling']);

/** @typedef {typeof KINDS[number]} Kind */

/** The kind that the page's address names. @param {Page.Context} ctx */
function kindOf(ctx) {
  return addressed(ctx, 'losses', KINDS);
}

/** @param {Page.Context} ctx */
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

/** @param {Page.Context} ctx @param {Awaited<ReturnType<typeof load>>} data */
export function draw(ctx, data) {
  const english = new Map(data.codes.rows.map(row => [row.level_3_code, row.category_name_eng]));
  const name = (/** @type {string} */ code, /** @type {string} */ norwegian) => current() === 'en' ? english.get(code) || norwegian : norwegian;
  const kind = kindOf(ctx);
  return h('div', {class: 'grid'}, shares(ctx, data.months, kind), ranked(ctx, data.rank, kind, name), heat(ctx, data.sizes, kind));
}

/** A top-level cause in the reader's language. @param {string} code */
function topName(code) {
  return has(`cause.${code}`) ? t(`cause.${code}`) : code;
}

/** Shares of each month's dead or culled fish, by top-level cause. @param {Page.Context} ctx @param {Answer<'/v3/mortality/categories/rate'>} set @param {Kind} kind */
function shares(ctx, set, kind) {
  const hasOwn = set.rows.some(row => row[/** @type {const} */ (`farmer_${kind}_count`)] !== null);
  const whose = hasOwn ? chosen('whose', 'benchmark') : 'benchmark';
  const field = whose === 'own' ? /** @type {const} */ (`farmer_${kind}_count`) : /** @type {const} */ (`${kind}_count`);
  const known = set.rows.filter(row => row[field] !== null);
  const codes = [...new Set(set.rows.map(row => row.loss_category_code[0]))].sort();
  const first = (/** @type {typeof set.rows[number]} */ row) => time(`${row.period}-01`);
  const months = [...new Set(set.rows.map(first))];
  const sum = (/** @type {typeof set.rows} */ list) => list.reduce((total, row) => total + Number(row[field]), 0);
  const totals = new Map(months.map(at => [at, sum(known.filter(row => first(row) === at))]));
  const open = running(set.rows, first, first, 'month', ctx.reference.through);
  /** @type {Chart.Series[]} */
  const series = codes.map(code => ({name: topName(code), role: 'item', colour: code, running: open,
    points: months.map(at => [at, totals.get(at) === 0 ? null
        : sum(known.filter(row => first(row) === at && row.loss_category_code[0] === code)) / Number(totals.get(at))])}));
  const last = months.findLast(at => !open.has(at) && Number(totals.get(at)) > 0);
  const worst = last === undefined ? null : series.map(each => ({name: each.name, value: Number(each.points.find(point => point[0] === last)?.[1] ?? 0)}))
      .sort((a, b) => b.value - a.value)[0];
  const none = known.length > 0 && sum(known) === 0;
  return card({id: 'distribution', ctx, sets: [set], wide: true, hiddenAll: set.rows.length === 0 || known.length > 0 ? false : set.rows.some(isComplete) ? true : 'notYet',
    title: worst ? t(`causes.answer.${kind}`, {cause: worst.name, share: amount(worst.value, 'share'), month: month(Number(last))}) : t(`causes.title.${kind}`),
    note: t(`causes.note.${kind}${whose === 'own' ? '.own' : ''}`),
    controls: [switched(ctx, 'losses', t('causes.losses'), [['mortality', t('kind.mortality')], ['culling', t('kind.culling.short')]]),
      hasOwn ? segmented(ctx, 'whose', t('causes.whose'), [['benchmark', t('series.benchmark')], ['own', t('series.own')]], 'benchmark') : null],
    spec: none ? undefined : {kind: 'stack', x: 'month', unit: 'share', max: 1, series}, body: none ? h('p', {class: 'state'}, t(`causes.none.${kind}`)) : null});
}

/**
 * The last complete week's ten largest, with what they were in the weeks before.
 *
 * @param {Page.Context} ctx @param {Answer<'/v3/mortality/categories/rank/week'>} set @param {Kind} kind
 * @param {(code: string, name: string) => string} name
 */
function ranked(ctx, set, kind, name) {
  /** @param {typeof set.rows[number]} row @param {'' | '_change'} part */
  const of = (row, part) => {
    const [loss, mortality] = [row[/** @type {const} */ (`loss_rate${part}`)], row[/** @type {const} */ (`mortality_rate${part}`)]];
    return kind === 'mortality' ? mortality : loss === null ? null : loss - Number(mortality);
  };
  const complete = set.rows.filter(isComplete);
  const latest = complete.map(row => row.loss_week).sort().at(-1);
  const list = complete.filter(row => row.loss_week === latest && Number(of(row, '')) > 0)
      .sort((a, b) => Number(of(b, '')) - Number(of(a, '')) || a.rank - b.rank).slice(0, MOST);
  const weeks = [...new Set(complete.map(row => row.loss_week))];
  const lines = list.map((row, i) => {
    const rates = new Map(complete.filter(each => each.loss_category_code === row.loss_category_code)
        .map(each => [each.loss_week, of(each, '')]));
    // all causes with losses are asked for: one that a week does not name had none
    const points = withGaps(weeks.map(at => [time(at), rates.get(at) ?? 0]), 'week');
    const said = name(row.loss_category_code, row.loss_category_name);
    return [`${i + 1}. ${said}`, amount(of(row, ''), 'percent', {digits: 3, bare: true}), arrow(of(row, '_change'), 'percent', 3),
    h('span', {class: 'sparkcell'}, spark([{role: 'item', points}], {label: t('causes.spark', {cause: said})}))];
  });
  const title = latest && list.length > 0 ? t(`causes.rank.answer.${kind}`, {cause: name(list[0].loss_category_code, list[0].loss_category_name), week: week(time(latest))}) : t(`causes.rank.${kind}`);
  return card({id: 'rank-week', ctx, sets: [set], title, note: t(`causes.rank.note.${kind}`), hiddenAll: set.rows.length > 0 && complete.length === 0 ? 'notYet' : false,
    body: latest && list.length === 0 ? h('p', {class: 'state'}, t(`causes.none.${kind}`))
        : tableElement(title, {head: [t('causes.cause'), t(`causes.rate.${kind}`), t('causes.change'), t('causes.weeks')], rows: lines})});
}

/** @param {Page.Context} ctx @param {Answer<'/v3/mortality/size/categories'>} set @param {Kind} kind */
function heat(ctx, set, kind) {
  const field = /** @type {const} */ (`${kind}_rate`);
  // a weight group without any share of all losses is hidden; one with losses and without this kind has none of it
  const list = set.rows.filter(row => row.rate === null || row[field] !== null);
  const buckets = [...new Set(list.map(row => row.weight_group))].sort((a, b) => a - b);
  const codes = [...new Set(list.map(row => row.category_code_level_1))].sort((a, b) => b.localeCompare(a));
  /** @type {Chart.Cell[]} */
  const cells = list.map(row => [buckets.indexOf(row.weight_group), codes.indexOf(row.category_code_level_1), row[field]]);
  const worst = list.filter(row => Number(row[field]) > 0).sort((a, b) => Number(b[field]) - Number(a[field]))[0];
  const hidden = list.filter(row => row.rate === null);
  const none = !worst && hidden.length < list.length || set.rows.length > 0 && list.length === 0;
  return card({id: 'size-categories', ctx, sets: [set], hiddenAll: !worst && !none,
    title: worst ? t(`causes.size.answer.${kind}`, {cause: topName(worst.category_code_level_1), share: amount(worst[field], 'share'),
      weight: amount(worst.weight_group, 'gram')}) : t(`causes.size.${kind}`),
    note: t(`causes.size.note.${kind}`), body: none ? h('p', {class: 'state'}, t(`causes.none.${kind}`)) : null,
    spec: none ? undefined : {kind: 'heat', x: 'number', xUnit: 'gram', xTitle: t('axis.weight'), yTitle: t('causes.cause'), valueTitle: t('causes.share'), unit: 'share', xs: buckets,
      ys: codes.map(code => topName(code)), cells, hidden}});
}
