/** Where and when do we lose more than others? */
import {rows} from '../session/api.js';
import {card} from '../figure/card.js';
import {allHidden, answer, focus, lastWith, lines, whyNoOwn} from '../figure/compare.js';
import {choose, chosenOf, segmented} from '../figure/choice.js';
import {h} from '../base/dom.js';
import {parameters} from '../filter/filters.js';
import {amount, month, time, week} from '../base/format.js';
import {t} from '../base/i18n.js';
import {completeWeeks, isComplete, running} from '../figure/periods.js';
import {areaId, areaName} from '../session/reference.js';
import {spark} from '../figure/spark.js';
import {withGaps, withValues} from '../figure/charts.js';
import {numberIn, ownOf} from '../figure/fields.js';
import {generationCards} from './parts/generations.js';
import {below, markList, markSets, markSwitch, marksOf} from './parts/marks.js';

export const uses = ['areas', 'period', 'generations', 'weight', 'withoutUs'];
/** The kinds of lost fish, all of them first. */
const KINDS = /** @type {const} */ (['loss', 'mortality', 'culling']);
/** Months that a rolling loss is summed over, as the buttons have them. */
const HORIZONS = /** @type {const} */ (['12', '6', '3']);
/** Shares that add up to this are all there, but for rounding. */
const WHOLE = 0.995;
/** What is said of each weight: its rate of loss, or its share of all that is lost. */
const SIZES = /** @type {const} */ (['rate', 'share']);

/** @typedef {import('../figure/compare.js').Focus} Focus */

/** @param {Page.Context} ctx */
export async function load(ctx) {
  const query = parameters('mortality', ctx.filters, ctx.reference);
  const sizes = completeWeeks(query, ctx.reference.through);
  const [weeks, months, regions, generations, size, marks] = await Promise.all([
    rows('/v3/mortality/areas/week', query),
    rows('/v3/mortality/areas/month', query),
    rows('/v3/mortality/region/rolling-12-month', query),
    rows('/v3/mortality/generations/rate', query),
    rows(chosenOf(ctx, 'bysize', SIZES) === 'rate' ? '/v3/mortality/size/rate' : '/v3/mortality/size', sizes),
    markSets(ctx, window => rows('/v3/common/corrections', window)),
  ]);
  return {weeks, months, regions, generations, size, marks};
}

/** @param {Page.Context} ctx @param {Awaited<ReturnType<typeof load>>} data */
export function draw(ctx, data) {
  const at = focus(ctx, data.weeks.rows.length > 0 ? data.weeks.rows : data.months.rows);
  return h('div', {class: 'grid'}, weekly(ctx, data.weeks, at, data.marks), multiples(ctx, data.weeks, at), risk(ctx, data.months, at),
      regional(ctx, data.regions), generationCards(ctx, data.generations, at), bySize(ctx, data.size, at));
}

/** Own against benchmark by week, of the area in focus. @param {Page.Context} ctx @param {Answer<'/v3/mortality/areas/week'>} set @param {Focus} at @param {import('./parts/marks.js').Sets} sets */
function weekly(ctx, set, at, sets) {
  const kind = chosenOf(ctx, 'kind', KINDS);
  const field = /** @type {const} */ (`${kind}_rate`);
  const own = set.rows.filter(row => row.platform_area_name === at.area);
  const last = lastWith(own, field);
  const marks = marksOf(ctx, sets, own.at(-1)?.production_area_ids ?? []);
  const sites = own.map(row => ({at: time(row.loss_rate_week), sites: [row.site_count === null ? null : t('note.sites', {n: row.site_count}),
    row.farmer_site_count ? t('note.sites.ours', {n: row.farmer_site_count}) : null].filter(Boolean).join(' · ') || null}));
  return card({id: 'areas-week', ctx, sets: [set], wide: true, none: own.length === 0, hiddenAll: allHidden(own, field),
    title: last ? answer(t('mortality.week', {kind: t(`kind.${kind}.short`), area: at.title, week: week(time(last.loss_rate_week))}),
        last[ownOf(field)], last[field], 'percent') : t('mortality.week.plain', {kind: t(`kind.${kind}.short`)}),
    note: [t('mortality.week.note', {kind: t(`kind.${kind}`)}), last?.site_count ? t('note.sites', {n: last.site_count}) : null,
      whyNoOwn(own, field)].filter(Boolean).join(' · '),
    controls: [segmented(ctx, 'kind', t('kind'), [['loss', t('kind.loss')], ['mortality', t('kind.mortality')], ['culling', t('kind.culling')]], 'loss'),
      at.select, markSwitch(ctx)], body: markList(marks),
    foot: kind === 'loss' ? t('kind.loss.note') : undefined,
    spec: {kind: 'lines', x: 'week', unit: 'percent', marks, ...lines(ctx, own, 'loss_rate_week', field, 'week'), below: below(marks, sites)}});
}

/** All areas on one scale, complete weeks alone; each is a button that brings it into focus. @param {Page.Context} ctx @param {Answer<'/v3/mortality/areas/week'>} set @param {Focus} at */
function multiples(ctx, set, at) {
  const field = /** @type {const} */ (`${chosenOf(ctx, 'kind', KINDS)}_rate`);
  const own = ownOf(field);
  const complete = set.rows.filter(isComplete);
  const newest = complete.map(row => row.loss_rate_week).sort().at(-1);
  const top = Math.max(0, ...complete.flatMap(row => [row[field] ?? 0, row[own] ?? 0]));
  const body = h('div', {class: 'multiples'}, at.names.map(name => {
    const list = complete.filter(row => row.platform_area_name === name);
    const last = list.find(row => row.loss_rate_week === newest);
    const points = (/** @type {typeof field | typeof own} */ f) => withGaps(list.map(row => [time(row.loss_rate_week), row[f]]), 'week');
    const says = last ? [last[own] === null ? null : `${t('series.own')} ${amount(last[own], 'percent')}`,
      `${t('series.benchmark')} ${last[field] === null ? t('hidden.word') : amount(last[field], 'percent')}`].filter(Boolean).join(' · ') : t('mortality.all.none');
    return h('button', {type: 'button', class: 'multiple', 'aria-pressed': String(name === at.area), 'data-filter': `area-${name}`, onclick: () => choose(ctx, 'area', areaId(ctx.reference, name))},
        h('span', {class: 'name'}, areaName(ctx.reference, name)),
        spark([{role: 'benchmark', points: points(field)}, {role: 'own', points: points(own)}], {top, label: `${areaName(ctx.reference, name)}: ${says}`}),
        h('span', {class: 'small'}, says));
  }));
  return card({id: 'areas-all', ctx, sets: [set], wide: true, title: t('mortality.all'),
    note: newest ? t('mortality.all.note', {top: amount(top, 'percent'), week: week(time(newest))}) : undefined, body, none: at.names.length === 0, hiddenAll: allHidden(set.rows, field)});
}

/** @param {Page.Context} ctx @param {Answer<'/v3/mortality/areas/month'>} set @param {Focus} at */
function risk(ctx, set, at) {
  const months = chosenOf(ctx, 'horizon', HORIZONS);
  const field = /** @type {const} */ (`cumulative_loss_rate_${months}_months`);
  const list = set.rows.filter(row => row.platform_area_name === at.area);
  const last = lastWith(list, field);
  const drawn = lines(ctx, list, 'month', field, 'month');
  const authority = withGaps(list.map(row => [time(row.month), row[/** @type {const} */ (`fdir_${field}`)]]), 'month');
  if (authority.some(point => point[1] !== null)) {
    drawn.series.push({name: t('series.authority'), role: 'authority', points: authority, dash: true});
  }
  const what = t('mortality.risk', {months, area: at.title, month: last ? month(time(last.month)) : ''});
  return card({id: 'areas-month', ctx, sets: [set], none: list.length === 0, hiddenAll: allHidden(list, field) && drawn.series.length === 0,
    title: last ? answer(what, last[ownOf(field)], last[field], 'risk') : t('mortality.risk.plain', {months}), note: t('mortality.risk.note'),
    foot: drawn.series.some(each => each.role === 'authority') ? t('mortality.risk.authority') : undefined,
    controls: segmented(ctx, 'horizon', t('mortality.horizon'), [['3', '3'], ['6', '6'], ['12', '12']], '12'),
    spec: {kind: 'lines', x: 'month', unit: 'risk', ...drawn}});
}

/** @param {Page.Context} ctx @param {Answer<'/v3/mortality/region/rolling-12-month'>} set */
function regional(ctx, set) {
  const list = set.rows.filter(row => row.site_placement === 'offshore');
  // with areas chosen, the country's row is of them alone
  const part = ctx.filters.areas.length > 0;
  const all = [...new Set(list.map(row => row.production_region_name))];
  const names = all.length === 2 ? all.filter(name => name !== 'Norge') : all;
  const field = 'cumulative_weighted_loss_rate_12_months';
  const first = (/** @type {typeof list[number]} */ row) => time(row.loss_rate_month);
  const open = running(list, first, first, 'month', ctx.reference.through);
  /** @type {Chart.Series[]} */
  const series = names.map((name, i) => ({name: part && name === 'Norge' ? t('region.selection') : t(`region.${name}`), role: name === 'Norge' ? 'benchmark' : 'item', colour: name, dash: name === 'Norge',
    points: withGaps(list.filter(row => row.production_region_name === name)
        .map(row => [time(row.loss_rate_month), row[field]]), 'month'), running: open}));
  const country = list.findLast(row => row.production_region_name === 'Norge' && isComplete(row) && row[field] !== null);
  return card({id: 'rolling', ctx, sets: [set], none: list.length === 0, hiddenAll: allHidden(list, field),
    title: country ? t(part ? 'mortality.region.selection' : 'mortality.region.answer', {value: amount(country[field], 'risk'), month: month(time(country.loss_rate_month))}) : t('mortality.region'),
    note: t('mortality.region.note'), spec: {kind: 'lines', x: 'month', unit: 'risk', free: true, series}});
}

/**
 * At what weight fish are lost: how many in a hundred of that weight, or how the losses are distributed.
 *
 * @param {Page.Context} ctx @param {Answer<'/v3/mortality/size' | '/v3/mortality/size/rate'>} set @param {Focus} at
 */
function bySize(ctx, set, at) {
  const shares = set.route === '/v3/mortality/size';
  const kind = shares ? 'loss' : chosenOf(ctx, 'kind', KINDS);
  const [field, own] = shares ? ['rate_of_total_loss', 'farmer_rate_of_loss'] : [`${kind}_rate`, `farmer_${kind}_rate`];
  const unit = shares ? 'share' : 'percent';
  /** @type {Partial<Row<'/v3/mortality/size'> & Row<'/v3/mortality/size/rate'>>[]} */
  const all = set.rows;
  const list = all.filter(row => row.platform_area_name === at.area);
  /** @param {string} name @returns {Chart.Point[]} */
  const points = name => list.map(row => [Number(row.weight_group_gram), numberIn(row, name)]);
  const series = withValues([
    {name: t('series.benchmark'), role: 'benchmark', points: points(field)},
    {name: t('series.own'), role: 'own', points: points(own)},
  ]);
  const worst = list.filter(row => numberIn(row, field) !== null).sort((a, b) => Number(numberIn(b, field)) - Number(numberIn(a, field)))[0];
  // a hidden one could be larger
  const known = worst && list.every(row => numberIn(row, field) !== null);
  const shown = shares ? list[0]?.shown_rate_of_total_loss ?? null : null;
  const which = shares ? '.share' : '';
  return card({id: shares ? 'size' : 'size-rate', ctx, sets: [set], none: list.length === 0, hiddenAll: series.length === 0,
    title: known ? t(`mortality.size.answer${which}`, {kind: t(`kind.${kind}.short`), area: at.title, weight: amount(worst.weight_group_gram, 'gram'), value: amount(numberIn(worst, field), unit)})
        : at.title ? t(`mortality.size${which}`, {kind: t(`kind.${kind}.short`), area: at.title}) : t('mortality.size.plain'),
    note: [t(`mortality.size.note${which}`, {kind: t(`kind.${kind}`)}), shown !== null && shown < WHOLE ? t('mortality.size.shown', {share: amount(shown, 'share')}) : null]
        .filter(Boolean).join(' · '),
    controls: segmented(ctx, 'bysize', t('kind'), [['rate', t('mortality.size.rate')], ['share', t('mortality.size.shares')]], 'rate'),
    spec: {kind: 'bars', x: 'number', xUnit: 'gram', xTitle: t('axis.weight'), unit, series,
      hidden: list.filter(row => numberIn(row, field) === null).map(row => Number(row.weight_group_gram))}});
}
