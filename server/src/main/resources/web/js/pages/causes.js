/** What do fish die of? Culled fish are chosen by a switch: why fish are killed is another question. */
import {rows} from '../session/api.js';
import {card} from '../figure/card.js';
import {choose, chosen, chosenOf, segmented} from '../figure/choice.js';
import {colourOf} from '../figure/colours.js';
import {h, s} from '../base/dom.js';
import {parameters} from '../filter/filters.js';
import {amount, arrow, month, plain, time, week} from '../base/format.js';
import {current, has, t} from '../base/i18n.js';
import {completeWeeks, isComplete, running} from '../figure/periods.js';
import {spark} from '../figure/spark.js';
import {summaryOf, tableElement} from '../figure/table.js';
import {chart, withGaps, withValues} from '../figure/charts.js';

export const uses = ['areas', 'period', 'generations', 'weight', 'withoutUs'];
const MOST = 10;
/** Kinds of lost fish; the first is the usual one. */
const KINDS = /** @type {const} */ (['mortality', 'culling']);
const WHOSE = /** @type {const} */ (['benchmark', 'own']);
/** The part of the address that names a cause. */
const CAUSE = 'cause';

/** @typedef {typeof KINDS[number]} Kind */

/** The kind that the page's address names. @param {Page.Context} ctx */
function kindOf(ctx) {
  return chosenOf(ctx, 'losses', KINDS);
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
  return h('div', {class: 'grid'}, stacked(ctx, data.months, kind), dumbbells(ctx, data.months, kind), ranked(ctx, data.rank, kind, name),
      oneCause(ctx, data.months, data.sizes, kind), heat(ctx, data.sizes, kind));
}

/** A top-level cause in the reader's language. @param {string} code */
function topName(code) {
  return has(`cause.${code}`) ? t(`cause.${code}`) : code;
}

/** Whose fish: others', or the reader's own. @typedef {'' | 'farmer_'} Whose */

/** @typedef {Answer<'/v3/mortality/categories/rate'>} Months */

/** A row's month. @param {Months['rows'][number]} row */
function first(row) {
  return time(`${row.period}-01`);
}

/**
 * How many of a hundred fish a top-level cause took in a month; null where none of its figures is there.
 *
 * @param {Months['rows']} list rows of the month @param {string} code @param {Kind} kind @param {Whose} whose
 */
function rateOf(list, code, kind, whose) {
  const field = /** @type {const} */ (`${whose}${kind}_rate`);
  const known = list.filter(row => row.loss_category_code[0] === code).map(row => row[field]).filter(rate => rate !== null);
  return known.length === 0 ? null : known.reduce((sum, rate) => sum + rate, 0);
}

/** How many fish a top-level cause took in a month, of those figures that are there. @param {Months['rows']} list rows of the month @param {string} code @param {Kind} kind @param {Whose} whose */
function countOf(list, code, kind, whose) {
  return list.filter(row => row.loss_category_code[0] === code).reduce((sum, row) => sum + Number(row[/** @type {const} */ (`${whose}${kind}_count`)] ?? 0), 0);
}

/** Rows by month. @param {Months['rows']} rows */
function byMonth(rows) {
  return new Map([...new Set(rows.map(first))].sort((a, b) => a - b).map(at => [at, rows.filter(row => first(row) === at)]));
}

/** @param {Months['rows']} rows */
function codesOf(rows) {
  return [...new Set(rows.map(row => row.loss_category_code[0]))].sort();
}

/** Whether the reader has fish in the rows. @param {Months['rows']} rows @param {Kind} kind */
function hasOwn(rows, kind) {
  return rows.some(row => row[/** @type {const} */ (`farmer_${kind}_rate`)] !== null);
}

/**
 * Rates by month, one cause upon the other: a month that doubled is twice as high.
 *
 * @param {Page.Context} ctx @param {Months} set @param {Kind} kind
 */
function stacked(ctx, set, kind) {
  const own = hasOwn(set.rows, kind);
  /** @type {Whose} */
  const whose = own && chosenOf(ctx, 'whose', WHOSE) === 'own' ? 'farmer_' : '';
  const months = byMonth(set.rows);
  const open = running(set.rows, first, first, 'month', ctx.reference.through);
  /** @type {Chart.Series[]} */
  const series = codesOf(set.rows).map(code => ({name: topName(code), role: 'item', colour: code, running: open,
    said: new Map([...months].flatMap(([at, list]) => rateOf(list, code, kind, whose) === null ? [] : [[at, t('tip.count', {n: plain(countOf(list, code, kind, whose))})]])),
    points: [...months].map(([at, list]) => [at, rateOf(list, code, kind, whose)])}));
  const totals = [...months.keys()].map(at => ({at, value: series.reduce((sum, each) => sum + Number(each.points.find(point => point[0] === at)?.[1] ?? 0), 0)}));
  const last = totals.findLast(each => !open.has(each.at) && each.value > 0);
  const worst = last === undefined ? null : series.map(each => ({name: each.name, value: Number(each.points.find(point => point[0] === last.at)?.[1] ?? 0)}))
      .sort((a, b) => b.value - a.value)[0];
  const known = set.rows.filter(row => row[/** @type {const} */ (`${whose}${kind}_rate`)] !== null);
  const none = known.length > 0 && totals.every(each => each.value === 0);
  return card({id: 'distribution', ctx, sets: [set], wide: true, hiddenAll: set.rows.length === 0 || known.length > 0 ? false : set.rows.some(isComplete) ? true : 'notYet',
    title: worst && last ? t(`causes.answer.${kind}${whose === '' ? '' : '.own'}`, {cause: worst.name, share: amount(worst.value / last.value, 'share'),
      rate: amount(last.value, 'percent'), month: month(last.at)}) : t(`causes.title.${kind}`),
    note: t(`causes.note.${kind}${whose === '' ? '' : '.own'}`),
    controls: [segmented(ctx, 'losses', t('causes.losses'), [['mortality', t('kind.mortality')], ['culling', t('kind.culling.short')]]),
      own ? segmented(ctx, 'whose', t('causes.whose'), [['benchmark', t('series.benchmark')], ['own', t('series.own')]]) : null],
    spec: none ? undefined : {kind: 'stack', x: 'month', unit: 'percent', series}, body: none ? h('p', {class: 'state'}, t(`causes.none.${kind}`)) : null});
}

/**
 * Each cause in the last complete month: own and others on one line. A cause is a button that shows its months and weights.
 *
 * @param {Page.Context} ctx @param {Months} set @param {Kind} kind
 */
function dumbbells(ctx, set, kind) {
  const complete = byMonth(set.rows.filter(isComplete));
  const [at, list] = [...complete].at(-1) ?? [0, []];
  const said = chosen(ctx, CAUSE, '');
  const lines = codesOf(list).map(code => ({code, others: rateOf(list, code, kind, ''), own: rateOf(list, code, kind, 'farmer_')}))
      .filter(line => line.others !== null || line.own !== null)
      .sort((a, b) => Math.max(b.own ?? 0, b.others ?? 0) - Math.max(a.own ?? 0, a.others ?? 0));
  const top = Math.max(0, ...lines.flatMap(line => [line.own ?? 0, line.others ?? 0]));
  const x = (/** @type {number} */ value) => 6 + value / (top || 1) * 188;
  // the largest difference, whichever way it goes: a small one above would hide a large one below
  const far = (/** @type {typeof lines[number]} */ line) => Math.abs(Number(line.own) - Number(line.others));
  const apart = lines.filter(line => line.own !== null && line.others !== null).sort((a, b) => far(b) - far(a))[0];
  const title = apart && amount(apart.own, 'percent') !== amount(apart.others, 'percent')
      ? t(Number(apart.own) > Number(apart.others) ? 'causes.apart.answer' : 'causes.apart.less', {cause: topName(apart.code), own: amount(apart.own, 'percent'), others: amount(apart.others, 'percent'), month: month(at)})
      : t('causes.apart', {month: at ? month(at) : ''});
  return card({id: 'causes-apart', ctx, sets: [set], title, note: t(`causes.apart.note.${kind}`),
    hiddenAll: set.rows.length > 0 && complete.size === 0 ? 'notYet' : set.rows.length > 0 && lines.length === 0,
    table: {head: [t('causes.cause'), t('series.own'), t('series.benchmark')], rows: lines.map(line =>
      [topName(line.code), amount(line.own, 'percent'), line.others === null ? t('hidden.short') : amount(line.others, 'percent')])},
    body: h('div', {class: 'dumbbells'}, lines.map(line => h('button', {type: 'button', class: 'dumbbell',
      'aria-pressed': String(line.code === said), 'data-filter': `cause-${line.code}`,
      onclick: () => choose(ctx, CAUSE, line.code === said ? '' : line.code)},
    h('span', {class: 'name'}, topName(line.code)),
    s('svg', {viewBox: '0 0 200 20', 'aria-hidden': 'true'}, s('line', {x1: 6, x2: 194, y1: 10, y2: 10, class: 'rail'}),
        line.own !== null && line.others !== null ? s('line', {x1: x(line.own), x2: x(line.others), y1: 10, y2: 10, stroke: colourOf(line.code), class: 'between'}) : null,
        line.others === null ? null : s('circle', {cx: x(line.others), cy: 10, r: 5, class: 'others'}),
        line.own === null ? null : s('circle', {cx: x(line.own), cy: 10, r: 5.5, class: 'own'})),
    h('span', {class: 'small'}, [line.own === null ? null : `${t('series.own')} ${amount(line.own, 'percent')}`,
      `${t('series.benchmark')} ${line.others === null ? t('hidden.word') : amount(line.others, 'percent')}`].filter(Boolean).join(' · ')))))});
}

/**
 * The months and weights of the cause that was chosen; null where none was.
 *
 * @param {Page.Context} ctx @param {Months} set @param {Answer<'/v3/mortality/size/categories'>} sizes @param {Kind} kind
 */
function oneCause(ctx, set, sizes, kind) {
  const code = codesOf(set.rows).find(each => each === chosen(ctx, CAUSE, ''));
  if (code === undefined) {
    return null;
  }
  const open = running(set.rows, first, first, 'month', ctx.reference.through);
  const points = (/** @type {Whose} */ whose) => withGaps([...byMonth(set.rows)].map(([at, list]) => [at, rateOf(list, code, kind, whose)]), 'month');
  const series = withValues([{name: t('series.benchmark'), role: 'benchmark', points: points(''), running: open},
    {name: t('series.own'), role: 'own', points: points('farmer_'), running: open}]);
  const weights = sizes.rows.filter(row => row.category_code_level_1 === code);
  /** @param {Whose} whose @returns {Chart.Point[]} */
  const shares = whose => weights.map(row => [row.weight_group, row[/** @type {const} */ (`${whose}${kind}_rate`)]]);
  /** @type {Chart.Axes} */
  const below = {kind: 'bars', x: 'number', xUnit: 'gram', xTitle: t('axis.weight'), unit: 'share', size: 'short', series: withValues([
    {name: t('series.benchmark'), role: 'benchmark', points: shares('')}, {name: t('series.own'), role: 'own', points: shares('farmer_')}])};
  const head = t('causes.one.weights', {cause: topName(code)});
  return card({id: 'cause', ctx, sets: [set, sizes], wide: true, title: t('causes.one', {cause: topName(code)}), note: t(`causes.one.note.${kind}`), hiddenAll: series.length === 0,
    spec: {kind: 'lines', x: 'month', unit: 'percent', size: 'short', series},
    body: below.series.length > 0 ? [h('h3', {}, head), chart(below, summaryOf(below, head))] : null});
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
  const shown = new Set(list.map(row => row.loss_category_code));
  const top = Math.max(0, ...complete.flatMap(row => shown.has(row.loss_category_code) ? of(row, '') ?? 0 : 0));
  const lines = list.map((row, i) => {
    const rates = new Map(complete.filter(each => each.loss_category_code === row.loss_category_code)
        .map(each => [each.loss_week, of(each, '')]));
    // all causes with losses are asked for: one that a week does not name had none
    const points = withGaps(weeks.map(at => [time(at), rates.has(at) ? rates.get(at) ?? null : 0]), 'week');
    const said = name(row.loss_category_code, row.loss_category_name);
    return [`${i + 1}. ${said}`, amount(of(row, ''), 'percent', {digits: 3, bare: true}), arrow(of(row, '_change'), 'percent', 3),
    h('span', {class: 'sparkcell'}, spark([{role: 'item', points}], {top, label: t('causes.spark', {cause: said})}))];
  });
  const title = latest && list.length > 0 ? t(`causes.rank.answer.${kind}`, {cause: name(list[0].loss_category_code, list[0].loss_category_name), week: week(time(latest))}) : t(`causes.rank.${kind}`);
  return card({id: 'rank-week', ctx, sets: [set], title, note: t(`causes.rank.note.${kind}`), hiddenAll: set.rows.length > 0 && complete.length === 0 ? 'notYet' : false,
    body: latest && list.length === 0 ? h('p', {class: 'state'}, t(`causes.none.${kind}`))
        : tableElement(title, {head: [t('causes.cause'), t(`causes.rate.${kind}`), t('causes.change'), t('causes.weeks', {top: amount(top, 'percent')})], rows: lines})});
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
  return card({id: 'size-categories', ctx, sets: [set], wide: true, hiddenAll: !worst && !none,
    title: worst ? t(`causes.size.answer.${kind}`, {cause: topName(worst.category_code_level_1), share: amount(worst[field], 'share'),
      weight: amount(worst.weight_group, 'gram')}) : t(`causes.size.${kind}`),
    note: t(`causes.size.note.${kind}`), body: none ? h('p', {class: 'state'}, t(`causes.none.${kind}`)) : null,
    spec: none ? undefined : {kind: 'heat', x: 'number', xUnit: 'gram', xTitle: t('axis.weight'), yTitle: t('causes.cause'), valueTitle: t('causes.share'), unit: 'share', xs: buckets,
      ys: codes.map(code => topName(code)), cells, hidden}});
}
