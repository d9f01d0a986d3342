/** Where and when do we lose more than others? */
import {rows} from '../api.js';
import {card} from '../card.js';
import {allHidden, answer, choose, chosen, focus, lastWith, lines, segmented, whyNoOwn} from '../compare.js';
import {h} from '../dom.js';
import {parameters} from '../filters.js';
import {generationName} from '../filterbar.js';
import {amount, month, time, week} from '../format.js';
import {t} from '../i18n.js';
import {areaName} from '../reference.js';
import {spark} from '../spark.js';
import {withGaps} from '../charts.js';

export const uses = ['areas', 'period', 'generations', 'weight', 'withoutUs'];

/** @param {any} ctx */
export async function load(ctx) {
  const query = parameters('mortality', ctx.filters, ctx.reference);
  const [weeks, months, regions, generations, size] = await Promise.all([
    rows('/v3/mortality/areas/week', query),
    rows('/v3/mortality/areas/month', query),
    rows('/v3/mortality/region/rolling-12-month', query),
    rows('/v3/mortality/generations/rate', query),
    rows('/v3/mortality/size', query),
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
    title: last ? answer(t('mortality.week', {kind: t(`kind.${kind}`), area: at.title, week: week(time(last.loss_rate_week))}),
        last[`farmer_${field}`], last[field], 'percent') : t('mortality.week.plain', {kind: t(`kind.${kind}`)}),
    note: [t('mortality.week.note', {kind: t(`kind.${kind}`)}), last ? t('note.sites', {n: last.site_count ?? '–'}) : null,
      whyNoOwn(own, field)].filter(Boolean).join(' · '),
    controls: [segmented(ctx, 'kind', t('kind'), [['loss', t('kind.loss')], ['mortality', t('kind.mortality')], ['culling', t('kind.culling')]], 'loss'),
      at.select],
    spec: {kind: 'lines', x: 'week', unit: 'percent', ...lines(own, 'loss_rate_week', field, 'week')}});
}

/** All areas on one scale; each is a button that brings it into focus. @param {any} ctx @param {any} set @param {any} at */
function multiples(ctx, set, at) {
  const field = `${chosen('kind', 'loss')}_rate`;
  const own = `farmer_${field}`;
  const top = Math.max(0, ...set.rows.flatMap((/** @type {any} */ row) => [row[field] ?? 0, row[own] ?? 0]));
  const body = h('div', {class: 'multiples'}, at.names.map((/** @type {string} */ name) => {
    const list = set.rows.filter((/** @type {any} */ row) => row.platform_area_name === name);
    const last = list[list.length - 1];
    const points = (/** @type {string} */ f) => /** @type {[number, number | null][]} */ (withGaps(list.map((/** @type {any} */ row) => [time(row.loss_rate_week), row[f]]), 'week'));
    const says = [last[own] === null ? null : `${t('series.own')} ${amount(last[own], 'percent')}`,
      `${t('series.benchmark')} ${last[field] === null ? t('hidden.word') : amount(last[field], 'percent')}`].filter(Boolean).join(' · ');
    return h('button', {type: 'button', class: 'multiple', 'aria-pressed': String(name === at.area), 'data-filter': `area-${name}`, onclick: () => choose('area', name, ctx)},
        h('span', {class: 'name'}, areaName(ctx.reference, name)),
        spark([{role: 'benchmark', points: points(field)}, {role: 'own', points: points(own)}], {top, label: `${areaName(ctx.reference, name)}: ${says}`}),
        h('span', {class: 'small'}, says));
  }));
  return card({id: 'areas-all', ctx, sets: [set], wide: true, title: t('mortality.all'), note: t('mortality.all.note', {top: amount(top, 'percent')}), body,
    hiddenAll: allHidden(set.rows, field)});
}

/** @param {any} ctx @param {any} set @param {any} at */
function risk(ctx, set, at) {
  const months = chosen('horizon', '12');
  const field = `cumulative_loss_rate_${months}_months`;
  const list = set.rows.filter((/** @type {any} */ row) => row.platform_area_name === at.area);
  const last = lastWith(list, field);
  /** @type {{series: any[], hidden: number[]}} */
  const drawn = lines(list, 'month', field, 'month');
  const authority = withGaps(list.map((/** @type {any} */ row) => [time(row.month), row[`fdir_${field}`]]), 'month');
  if (authority.some(point => point[1] !== null)) {
    drawn.series.push({name: t('series.authority'), role: 'authority', points: authority, dash: true});
  }
  const what = t('mortality.risk', {months, area: at.title, month: last ? month(time(last.month)) : ''});
  return card({id: 'areas-month', ctx, sets: [set], none: list.length === 0, hiddenAll: allHidden(list, field) && drawn.series.length === 0,
    title: last ? answer(what, last[`farmer_${field}`], last[field], 'risk') : what, note: t('mortality.risk.note'),
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
  const series = names.map((name, i) => ({name: part && name === 'Norge' ? t('region.selection') : t(`region.${name}`), role: name === 'Norge' ? 'benchmark' : 'item', colour: [0, 2, 1, 4][i], dash: name === 'Norge',
    points: withGaps(list.filter((/** @type {any} */ row) => row.production_region_name === name)
        .map((/** @type {any} */ row) => [time(row.loss_rate_month), row[field]]), 'month')}));
  const country = list.findLast((/** @type {any} */ row) => row.production_region_name === 'Norge' && row[field] !== null);
  return card({id: 'rolling', ctx, sets: [set], none: list.length === 0, hiddenAll: allHidden(list, field),
    title: country ? t(part ? 'mortality.region.selection' : 'mortality.region.answer', {value: amount(country[field], 'risk'), month: month(time(country.loss_rate_month))}) : t('mortality.region'),
    note: t('mortality.region.note'), spec: {kind: 'lines', x: 'month', unit: 'risk', free: true, series}});
}

/** Own bold, the benchmark thin; the eight youngest with a curve. @param {any} ctx @param {any} set @param {any} at */
function curves(ctx, set, at) {
  const list = set.rows.filter((/** @type {any} */ row) => row.platform_area_name === at.area && row.generation_month_number !== null);
  const codes = [...new Set(list.map((/** @type {any} */ row) => row.generation))].slice(-4);
  const series = codes.flatMap((code, i) => {
    const of = list.filter((/** @type {any} */ row) => row.generation === code);
    const name = generationName(/** @type {string} */ (code));
    return [
      {name, role: 'item', colour: [0, 2, 3, 1][i], points: of.map((/** @type {any} */ row) => [row.generation_month_number, row.cumulative_loss_rate])},
      {name: t('mortality.curve.own', {name}), role: 'item', bold: true, colour: [0, 2, 3, 1][i],
        points: of.filter((/** @type {any} */ row) => row.farmer_generation_month_number !== null)
            .map((/** @type {any} */ row) => [row.farmer_generation_month_number, row.farmer_cumulative_loss_rate])},
    ].filter(each => each.points.some((/** @type {any[]} */ point) => point[1] !== null));
  });
  return card({id: 'generations', ctx, sets: [set], none: list.length === 0, hiddenAll: series.length === 0, title: t('mortality.curves', {area: at.title}),
    note: t('mortality.curves.note'), spec: {kind: 'lines', x: 'number', xTitle: t('mortality.curves.x'), unit: 'risk', series}});
}

/** @param {any} ctx @param {any} set @param {any} at */
function bySize(ctx, set, at) {
  const list = set.rows.filter((/** @type {any} */ row) => row.platform_area_name === at.area);
  const series = [
    {name: t('series.benchmark'), role: 'benchmark', points: list.map((/** @type {any} */ row) => [row.weight_group_gram, row.rate_of_total_loss])},
    {name: t('series.own'), role: 'own', points: list.map((/** @type {any} */ row) => [row.weight_group_gram, row.farmer_rate_of_loss])},
  ].filter(each => each.points.some((/** @type {any[]} */ point) => point[1] !== null));
  const worst = [...list].filter(row => row.rate_of_total_loss !== null).sort((a, b) => b.rate_of_total_loss - a.rate_of_total_loss)[0];
  return card({id: 'size', ctx, sets: [set], none: list.length === 0, hiddenAll: series.length === 0,
    // a hidden one could be larger
    title: worst && list.every((/** @type {any} */ row) => row.rate_of_total_loss !== null) ? t('mortality.size.answer', {area: at.title, weight: amount(worst.weight_group_gram, 'gram'), share: amount(worst.rate_of_total_loss, 'share')})
        : t('mortality.size', {area: at.title}),
    note: t('mortality.size.note'), spec: {kind: 'bars', x: 'number', xUnit: 'gram', xTitle: t('axis.weight'), unit: 'share', series,
      hidden: list.filter((/** @type {any} */ row) => row.rate_of_total_loss === null).map((/** @type {any} */ row) => row.weight_group_gram)}});
}
