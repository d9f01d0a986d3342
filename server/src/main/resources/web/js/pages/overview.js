/** How are we doing, and what changed? */
import {rows} from '../api.js';
import {card} from '../card.js';
import {focus, lastWith, relation, whyNoOwn} from '../compare.js';
import {withGaps} from '../charts.js';
import {h} from '../dom.js';
import {parameters} from '../filters.js';
import {amount, day, difference, month, time, unitOf, week} from '../format.js';
import {t} from '../i18n.js';
import {areaName} from '../reference.js';
import {may} from '../session.js';
import {spark} from '../spark.js';
import {weekly} from './mortality.js';

export const uses = ['areas', 'period', 'generations', 'weight', 'withoutUs'];
const MOST_SENTENCES = 5;

/** @param {any} ctx */
export async function load(ctx) {
  const mortality = parameters('mortality', ctx.filters, ctx.reference);
  const feeding = parameters('feeding', ctx.filters, ctx.reference);
  const environment = parameters('environment', ctx.filters, ctx.reference);
  const [weeks, months, temperatures, feed] = await Promise.all([
    rows('/v3/mortality/areas/week', mortality),
    rows('/v3/mortality/areas/month', mortality),
    may('environment:read') ? rows('/v3/environment/sea-temperature-analysis', environment) : null,
    may('feeding:read') ? rows('/v3/feeding/sfr_temperature_by_region_and_week', feeding) : null,
  ]);
  return {weeks, months, temperatures, feed};
}

/** @param {any} ctx @param {any} data */
export function draw(ctx, data) {
  const at = focus(ctx, data.weeks.rows.length > 0 ? data.weeks.rows : data.months.rows);
  return h('div', {class: 'grid'},
      h('div', {class: 'wide card-head'}, h('h2', {}, at.title ? t('overview.area', {area: at.title}) : t('overview.noArea')), at.select),
      h('div', {class: 'cards'},
          figure(ctx, at, data.weeks, {id: 'kpi-loss', field: 'loss_rate', at: 'loss_rate_week', x: 'week', unit: 'percent', fewer: true}),
          figure(ctx, at, data.months, {id: 'kpi-risk', field: 'cumulative_loss_rate_12_months', at: 'month', x: 'month', unit: 'risk', fewer: true}),
          data.temperatures ? temperature(ctx, at, data.temperatures) : null,
          data.feed ? figure(ctx, at, data.feed, {id: 'kpi-feed', field: 'specific_feed_rate', at: 'feeding_week', x: 'week', unit: 'sfr', fewer: false}) : null),
      weekly(ctx, data.weeks, {...at, select: null}), news(ctx, data), freshness(ctx));
}

/** A number, what it is compared with, how it moved, and its line. @param {any} ctx @param {any} at @param {any} set @param {any} what */
function figure(ctx, at, set, what) {
  const list = set.rows.filter((/** @type {any} */ row) => row.platform_area_name === at.area);
  const own = `farmer_${what.field}`;
  const last = lastWith(list, what.field);
  const isOwn = last && (last[own] ?? null) !== null;
  const value = last ? (isOwn ? last[own] : last[what.field]) : null;
  const before = last ? list[list.indexOf(last) - 1] : null;
  const earlier = before ? (isOwn ? before[own] : before[what.field]) : null;
  const when = last ? (what.x === 'week' ? week(time(last[what.at])) : month(time(last[what.at]))) : '';
  const points = (/** @type {string} */ field) => /** @type {[number, number | null][]} */ (withGaps(list.map((/** @type {any} */ row) => [time(row[what.at]), row[field] ?? null]), what.x));
  const other = isOwn ? (last[what.field] === null ? t('kpi.hidden') : t('kpi.benchmark', {value: amount(last[what.field], what.unit)})) : t('kpi.isBenchmark');
  const worse = isOwn && last[what.field] !== null && (last[own] > last[what.field]) === what.fewer;
  return h('div', {class: 'kpi'}, card({id: what.id, ctx, sets: [set], title: t(`kpi.${what.id}`), note: when, none: list.length === 0, hiddenAll: !last, table: null,
    body: last ? [h('p', {class: 'value'}, amount(value, what.unit, {bare: true}), h('span', {class: 'unit'}, unitOf(what.unit))),
      h('p', {}, other, isOwn && last[what.field] !== null ? h('span', {class: worse ? 'worse' : 'better'},
          ` –\u00a0${relation(last[own], last[what.field], what.unit, '.short')}`) : null),
      earlier !== null && earlier !== undefined && value !== null ? h('p', {class: 'note'}, t(`kpi.change.${what.x}`, {change: difference(value - earlier, what.unit)})) : null,
      spark([{role: 'benchmark', points: points(what.field)}, {role: 'own', points: points(own)}], {label: t('kpi.spark', {what: t(`kpi.${what.id}`)})})] : null}));
}

/** The sea against the same month of earlier years. @param {any} ctx @param {any} at @param {any} set */
function temperature(ctx, at, set) {
  const all = set.rows.filter((/** @type {any} */ row) => row.platform_area_name === at.area);
  const area = all[0]?.area_name;
  const list = all.filter((/** @type {any} */ row) => row.area_name === area);
  const last = list.findLast((/** @type {any} */ row) => row.avg_temperature !== null);
  const status = last?.monthly_status_vs_3year ?? null;
  const points = /** @type {[number, number | null][]} */ (withGaps(list.map((/** @type {any} */ row) => [time(row.week_date), row.avg_temperature]), 'week'));
  return h('div', {class: 'kpi'}, card({id: 'kpi-temperature', ctx, sets: [set], title: t('kpi.kpi-temperature'),
    note: last ? `${area} · ${week(time(last.week_date))}` : '', table: null, none: !last,
    body: last ? [h('p', {class: 'value'}, amount(last.avg_temperature, 'celsius', {bare: true}), h('span', {class: 'unit'}, unitOf('celsius'))),
      h('p', {}, status === null ? (last.year_over_year_change === null ? t('kpi.noNormal')
          : t('kpi.lastYear', {change: amount(last.year_over_year_change, 'celsius', {sign: true})}))
          : t('kpi.normal', {status: t(`status.${status}`), change: amount(last.current_month_vs_3year_diff, 'celsius', {sign: true})})),
      h('p', {class: 'note'}, last.week_over_week_change === null ? '' : t('kpi.change.week', {change: amount(last.week_over_week_change, 'celsius', {sign: true})})),
      spark([{role: 'item', points}], {label: t('kpi.spark', {what: t('kpi.kpi-temperature')})})] : null}));
}

/** The largest moves of the last week, own against benchmark where there is one, in at most five sentences. @param {any} ctx @param {any} data */
function news(ctx, data) {
  const found = [
    ...moves(ctx, data.weeks, 'loss_rate', 'loss_rate_week', 'percent', 'news.loss'),
    ...(data.feed ? moves(ctx, data.feed, 'specific_feed_rate', 'feeding_week', 'sfr', 'news.feed') : []),
  ].sort((a, b) => b.size - a.size).slice(0, MOST_SENTENCES);
  return card({id: 'news', ctx, sets: [data.weeks, ...(data.feed ? [data.feed] : [])], title: t('news.title'),
    note: [t('news.note'), whyNoOwn(data.weeks.rows, 'loss_rate')].filter(Boolean).join(' · '),
    body: found.length > 0 ? h('ul', {class: 'news'}, found.map(each => h('li', {}, each.text))) : h('p', {class: 'note'}, t('news.nothing'))});
}

/**
 * How far each area moved in its last week, by the share of what it was.
 *
 * @param {any} ctx @param {any} set @param {string} field @param {string} at @param {string} unit @param {string} key
 */
function moves(ctx, set, field, at, unit, key) {
  const latest = set.rows.map((/** @type {any} */ row) => row[at]).sort().at(-1);
  const names = [...new Set(set.rows.map((/** @type {any} */ row) => row.platform_area_name))];
  return names.flatMap(name => {
    const [before, now] = set.rows.filter((/** @type {any} */ row) => row.platform_area_name === name).slice(-2);
    if (!now || now[at] !== latest || time(now[at]) - time(before[at]) !== 7 * 86_400_000) {
      return [];
    }
    const own = (now[`farmer_${field}`] ?? null) !== null && (before[`farmer_${field}`] ?? null) !== null;
    const value = own ? now[`farmer_${field}`] : now[field];
    const earlier = own ? before[`farmer_${field}`] : before[field];
    if (value === null || !earlier || amount(value, unit) === amount(earlier, unit)) {
      return [];
    }
    const beside = own && now[field] !== null && before[field] !== null
        ? t('news.beside', {before: amount(before[field], unit), now: amount(now[field], unit)}) : '';
    return [{size: Math.abs(value / earlier - 1), text: t(own ? key : `${key}.benchmark`, {area: areaName(ctx.reference, /** @type {string} */ (name)),
      moved: t(value > earlier ? 'news.up' : 'news.down'), before: amount(earlier, unit), now: amount(value, unit)}) + beside}];
  });
}

/** @param {any} ctx */
function freshness(ctx) {
  const sites = ctx.reference.sites.filter((/** @type {any} */ site) => site.is_in_platform);
  const fresh = sites.filter((/** @type {any} */ site) => site.last_registration_date && time(site.last_registration_date) >= time(ctx.reference.end) - 7 * 86_400_000);
  return card({id: 'freshness', ctx, sets: [], title: sites.length > 0 ? t('fresh.answer', {fresh: fresh.length, all: sites.length}) : t('fresh.title'),
    body: h('dl', {class: 'facts'},
        h('dt', {}, t('fresh.end')), h('dd', {}, day(time(ctx.reference.end))),
        h('dt', {}, t('fresh.snapshot')), h('dd', {}, h('code', {}, ctx.reference.snapshot || '–')),
        h('dt', {}, t('fresh.company')), h('dd', {}, ctx.reference.company
            ? `${ctx.reference.company.name}, ${ctx.reference.company.farmer_group_name ?? ''}` : t('shell.noCompany')))});
}
