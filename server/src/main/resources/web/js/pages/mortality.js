/** Where and when do we lose more than others? */
import {rows} from '../session/api.js';
import {card} from '../figure/card.js';
import {allHidden, answer, choose, chosen, focus, lastWith, lines, relation, segmented, whyNoOwn} from '../figure/compare.js';
import {h} from '../base/dom.js';
import {parameters} from '../filter/filters.js';
import {generationName} from '../filter/filterbar.js';
import {amount, month, time, week} from '../base/format.js';
import {t} from '../base/i18n.js';
import {completeWeeks, isComplete, running} from '../figure/periods.js';
import {areaName} from '../session/reference.js';
import {spark} from '../figure/spark.js';
import {withGaps} from '../figure/charts.js';

export const uses = ['areas', 'period', 'generations', 'weight', 'withoutUs'];
/** Months at sea from which a generation's sum says something. */
const GROWN = 6;
/** Shares that add up to this are all there, but for rounding. */
const WHOLE = 0.995;

/** @param {any} ctx */
export async function load(ctx) {
  const query = parameters('mortality', ctx.filters, ctx.reference);
  const sizes = completeWeeks(query, ctx.reference.through);
  const [weeks, months, regions, generations, size] = await Promise.all([
    rows('/v3/mortality/areas/week', query),
    rows('/v3/mortality/areas/month', query),
    rows('/v3/mortality/region/rolling-12-month', query),
    rows('/v3/mortality/generations/rate', query),
    rows(chosen('bysize', 'rate') === 'rate' ? '/v3/mortality/size/rate' : '/v3/mortality/size', sizes),
  ]);
  return {weeks, months, regions, generations, size};
}

/** @param {any} ctx @param {any} data */
export function draw(ctx, data) {
  const at = focus(ctx, data.weeks.rows.length > 0 ? data.weeks.rows : data.months.rows);
  return h('div', {class: 'grid'}, weekly(ctx, data.weeks, at), multiples(ctx, data.weeks, at), risk(ctx, data.months, at),
      regional(ctx, data.regions), curves(ctx, data.generations, at), bySize(ctx, data.size, at));
}

/** Own against benchmark by week, of the area in focus. @param {any} ctx @param {any} set @param {any} at */
export function weekly(ctx, set, at) {
  const kind = chosen('kind', 'loss');
  const field = `${kind}_rate`;
  const own = set.rows.filter((/** @type {any} */ row) => row.platform_area_name === at.area);
  const last = lastWith(own, field);
  return card({id: 'areas-week', ctx, sets: [set], wide: true, none: own.length === 0, hiddenAll: allHidden(own, field),
    title: last ? answer(t('mortality.week', {kind: t(`kind.${kind}.short`), area: at.title, week: week(time(last.loss_rate_week))}),
        last[`farmer_${field}`], last[field], 'percent') : t('mortality.week.plain', {kind: t(`kind.${kind}.short`)}),
    note: [t('mortality.week.note', {kind: t(`kind.${kind}`)}), last ? t('note.sites', {n: last.site_count ?? '–'}) : null,
      whyNoOwn(own, field)].filter(Boolean).join(' · '),
    controls: [segmented(ctx, 'kind', t('kind'), [['loss', t('kind.loss')], ['mortality', t('kind.mortality')], ['culling', t('kind.culling')]], 'loss'),
      at.select],
    foot: kind === 'loss' ? t('kind.loss.note') : undefined,
    spec: {kind: 'lines', x: 'week', unit: 'percent', ...lines(ctx, own, 'loss_rate_week', field, 'week')}});
}

/** All areas on one scale, complete weeks alone; each is a button that brings it into focus. @param {any} ctx @param {any} set @param {any} at */
function multiples(ctx, set, at) {
  const field = `${chosen('kind', 'loss')}_rate`;
  const own = `farmer_${field}`;
  const complete = set.rows.filter(isComplete);
  const newest = complete.map((/** @type {any} */ row) => row.loss_rate_week).sort().at(-1);
  const top = Math.max(0, ...complete.flatMap((/** @type {any} */ row) => [row[field] ?? 0, row[own] ?? 0]));
  const body = h('div', {class: 'multiples'}, at.names.map((/** @type {string} */ name) => {
    const list = complete.filter((/** @type {any} */ row) => row.platform_area_name === name);
    const last = list.find((/** @type {any} */ row) => row.loss_rate_week === newest);
    const points = (/** @type {string} */ f) => /** @type {[number, number | null][]} */ (withGaps(list.map((/** @type {any} */ row) => [time(row.loss_rate_week), row[f]]), 'week'));
    const says = last ? [last[own] === null ? null : `${t('series.own')} ${amount(last[own], 'percent')}`,
      `${t('series.benchmark')} ${last[field] === null ? t('hidden.word') : amount(last[field], 'percent')}`].filter(Boolean).join(' · ') : t('mortality.all.none');
    return h('button', {type: 'button', class: 'multiple', 'aria-pressed': String(name === at.area), 'data-filter': `area-${name}`, onclick: () => choose('area', name, ctx)},
        h('span', {class: 'name'}, areaName(ctx.reference, name)),
        spark([{role: 'benchmark', points: points(field)}, {role: 'own', points: points(own)}], {top, label: `${areaName(ctx.reference, name)}: ${says}`}),
        h('span', {class: 'small'}, says));
  }));
  return card({id: 'areas-all', ctx, sets: [set], wide: true, title: t('mortality.all'),
    note: t('mortality.all.note', {top: amount(top, 'percent'), week: newest ? week(time(newest)) : '–'}), body, hiddenAll: allHidden(set.rows, field)});
}

/** @param {any} ctx @param {any} set @param {any} at */
function risk(ctx, set, at) {
  const months = chosen('horizon', '12');
  const field = `cumulative_loss_rate_${months}_months`;
  const list = set.rows.filter((/** @type {any} */ row) => row.platform_area_name === at.area);
  const last = lastWith(list, field);
  /** @type {{series: any[], hidden: number[]}} */
  const drawn = lines(ctx, list, 'month', field, 'month');
  const authority = withGaps(list.map((/** @type {any} */ row) => [time(row.month), row[`fdir_${field}`]]), 'month');
  if (authority.some(point => point[1] !== null)) {
    drawn.series.push({name: t('series.authority'), role: 'authority', points: authority, dash: true});
  }
  const what = t('mortality.risk', {months, area: at.title, month: last ? month(time(last.month)) : ''});
  return card({id: 'areas-month', ctx, sets: [set], none: list.length === 0, hiddenAll: allHidden(list, field) && drawn.series.length === 0,
    title: last ? answer(what, last[`farmer_${field}`], last[field], 'risk') : what, note: t('mortality.risk.note'),
    foot: drawn.series.some(each => each.role === 'authority') ? t('mortality.risk.authority') : undefined,
    controls: segmented(ctx, 'horizon', t('mortality.horizon'), [['3', '3'], ['6', '6'], ['12', '12']], '12'),
    spec: {kind: 'lines', x: 'month', unit: 'risk', ...drawn}});
}

/** @param {any} ctx @param {any} set */
function regional(ctx, set) {
  const list = set.rows.filter((/** @type {any} */ row) => row.site_placement === 'offshore');
  // with areas chosen, the country's row is of them alone
  const part = ctx.filters.areas.length > 0;
  const all = [...new Set(list.map((/** @type {any} */ row) => row.production_region_name))];
  const names = all.length === 2 ? all.filter(name => name !== 'Norge') : all;
  const field = 'cumulative_weighted_loss_rate_12_months';
  const first = (/** @type {any} */ row) => time(row.loss_rate_month);
  const open = running(list, first, first, 'month', ctx.reference.through);
  const series = names.map((name, i) => ({name: part && name === 'Norge' ? t('region.selection') : t(`region.${name}`), role: name === 'Norge' ? 'benchmark' : 'item', colour: [0, 2, 1, 4][i], dash: name === 'Norge',
    points: withGaps(list.filter((/** @type {any} */ row) => row.production_region_name === name)
        .map((/** @type {any} */ row) => [time(row.loss_rate_month), row[field]]), 'month'), running: open}));
  const country = list.findLast((/** @type {any} */ row) => row.production_region_name === 'Norge' && isComplete(row) && row[field] !== null);
  return card({id: 'rolling', ctx, sets: [set], none: list.length === 0, hiddenAll: allHidden(list, field),
    title: country ? t(part ? 'mortality.region.selection' : 'mortality.region.answer', {value: amount(country[field], 'risk'), month: month(time(country.loss_rate_month))}) : t('mortality.region'),
    note: t('mortality.region.note'), spec: {kind: 'lines', x: 'month', unit: 'risk', free: true, series}});
}

/**
 * Own bold, the benchmark thin, by the months that own fish have been at sea; by the generation's where no own fish are shown. The four youngest.
 *
 * @param {any} ctx @param {any} set @param {any} at
 */
function curves(ctx, set, at) {
  const all = set.rows.filter((/** @type {any} */ row) => row.platform_area_name === at.area);
  const ours = all.filter((/** @type {any} */ row) => row.farmer_generation_month_number !== null && all.some((/** @type {any} */ each) =>
    each.generation === row.generation && each.farmer_cumulative_loss_rate !== null));
  const age = ours.length > 0 ? 'farmer_generation_month_number' : 'generation_month_number';
  const list = ours.length > 0 ? ours : all.filter((/** @type {any} */ row) => row[age] !== null);
  const codes = [...new Set(list.map((/** @type {any} */ row) => row.generation))].slice(-4);
  const series = codes.flatMap((code, i) => {
    const of = list.filter((/** @type {any} */ row) => row.generation === code);
    const name = generationName(/** @type {string} */ (code));
    const points = (/** @type {string} */ field) => of.map((/** @type {any} */ row) => [row[age], row[field]]);
    const open = running(of, row => row[age], row => monthOf(row), 'month', ctx.reference.through);
    return [
      {name, role: 'item', colour: [0, 2, 3, 1][i], points: points('cumulative_loss_rate'), running: open},
      {name: t('mortality.curve.own', {name}), role: 'item', bold: true, ours: true, colour: [0, 2, 3, 1][i], points: points('farmer_cumulative_loss_rate'), running: open},
    ].filter(each => each.points.some((/** @type {any[]} */ point) => point[1] !== null));
  });
  const said = codes.map(code => compared(at, list.filter((/** @type {any} */ row) => row.generation === code), age)).filter(each => each !== null);
  // one that has been at sea for some months says more than one that has just come
  const main = said.findLast(each => each.months >= GROWN) ?? said.at(-1);
  return card({id: 'generations', ctx, sets: [set], none: list.length === 0, hiddenAll: series.length === 0, title: main ? main.text : t('mortality.curves', {area: at.title}),
    note: [t('mortality.curves.note'), ours.length > 0 ? t('mortality.curves.own') : whyNoOwn(all, 'cumulative_loss_rate') ?? t('own.noFish')].join(' · '),
    spec: {kind: 'lines', x: 'number', xTitle: t(ours.length > 0 ? 'mortality.curves.x.own' : 'mortality.curves.x'), unit: 'risk', series},
    body: said.length > 1 ? h('ul', {class: 'news'}, said.filter(each => each !== main).map(each => h('li', {}, each.text))) : null});
}

/** The first day of a row whose date is the month's last. @param {any} row */
function monthOf(row) {
  return Date.parse(`${row.loss_rate_month.slice(0, 7)}-01T00:00:00Z`);
}

/**
 * What a generation has lost, in a sentence: own fish against the benchmark in the same pieces of time, which both have; else the benchmark alone.
 *
 * @param {any} at @param {any[]} list rows of one generation @param {string} age the field with the months at sea
 */
function compared(at, list, age) {
  const own = list.findLast(row => isComplete(row) && (row.farmer_compared_cumulative_loss_rate ?? null) !== null && row.cumulative_loss_rate !== null);
  const last = own ?? list.findLast(row => isComplete(row) && row.cumulative_loss_rate !== null);
  if (!last) {
    return null;
  }
  const what = {name: generationName(last.generation), months: last[age], month: month(monthOf(last)), area: at.title, benchmark: amount(last.cumulative_loss_rate, 'risk')};
  return {months: Number(last[age]), text: own ? t('mortality.curve.compared', {...what, own: amount(own.farmer_compared_cumulative_loss_rate, 'risk'),
    relation: relation(own.farmer_compared_cumulative_loss_rate, own.cumulative_loss_rate, 'risk'), share: amount(own.farmer_compared_share, 'share')})
      : t('mortality.curve.benchmark', what)};
}

/** At what weight fish are lost: how many in a hundred of that weight, or how the losses are distributed. @param {any} ctx @param {any} set @param {any} at */
function bySize(ctx, set, at) {
  const shares = set.route === '/v3/mortality/size';
  const kind = shares ? 'loss' : chosen('kind', 'loss');
  const [field, own, unit] = shares ? ['rate_of_total_loss', 'farmer_rate_of_loss', 'share'] : [`${kind}_rate`, `farmer_${kind}_rate`, 'percent'];
  const list = set.rows.filter((/** @type {any} */ row) => row.platform_area_name === at.area);
  const points = (/** @type {string} */ name) => list.map((/** @type {any} */ row) => [row.weight_group_gram, row[name]]);
  const series = [
    {name: t('series.benchmark'), role: 'benchmark', points: points(field)},
    {name: t('series.own'), role: 'own', points: points(own)},
  ].filter(each => each.points.some((/** @type {any[]} */ point) => point[1] !== null));
  const worst = [...list].filter(row => row[field] !== null).sort((a, b) => b[field] - a[field])[0];
  // a hidden one could be larger
  const known = worst && list.every((/** @type {any} */ row) => row[field] !== null);
  const shown = shares ? list[0]?.shown_rate_of_total_loss ?? null : null;
  const which = shares ? '.share' : '';
  return card({id: shares ? 'size' : 'size-rate', ctx, sets: [set], none: list.length === 0, hiddenAll: series.length === 0,
    title: known ? t(`mortality.size.answer${which}`, {kind: t(`kind.${kind}.short`), area: at.title, weight: amount(worst.weight_group_gram, 'gram'), value: amount(worst[field], unit)})
        : t(`mortality.size${which}`, {kind: t(`kind.${kind}.short`), area: at.title}),
    note: [t(`mortality.size.note${which}`, {kind: t(`kind.${kind}`)}), shown !== null && shown < WHOLE ? t('mortality.size.shown', {share: amount(shown, 'share')}) : null]
        .filter(Boolean).join(' · '),
    controls: segmented(ctx, 'bysize', t('kind'), [['rate', t('mortality.size.rate')], ['share', t('mortality.size.shares')]], 'rate'),
    spec: {kind: 'bars', x: 'number', xUnit: 'gram', xTitle: t('axis.weight'), unit, series,
      hidden: list.filter((/** @type {any} */ row) => row[field] === null).map((/** @type {any} */ row) => row.weight_group_gram)}});
}
