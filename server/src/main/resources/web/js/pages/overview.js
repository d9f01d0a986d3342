/** Which pens need us, how are we doing, and what changed? */
import {rows} from '../session/api.js';
import {card} from '../figure/card.js';
import {focus, lastWith, relation, whyNoOwn} from '../figure/compare.js';
import {withGaps} from '../figure/charts.js';
import {numberIn, ownOf} from '../figure/fields.js';
import {h} from '../base/dom.js';
import {areasCard} from './parts/areas.js';
import {comparedCard, comparedSets, likeSets} from './parts/compared.js';
import {LONG, levels, newsOf, toneOf} from './parts/levels.js';
import {pens, watchCard} from './parts/watch.js';
import {parameters, windowOf} from '../filter/filters.js';
import {amount, difference, iso, month, time, unitOf, week} from '../base/format.js';
import {isComplete, isOver, lastDay, lastTemperatureDay, withHistory} from '../figure/periods.js';
import {t} from '../base/i18n.js';
import {isFarmer, may} from '../session/session.js';
import {spark} from '../figure/spark.js';

/** Days of treatments that are asked for: four weeks before the last of the window, which may not be over. */
const TREATED = 42 * 86_400_000;

export const uses = ['areas', 'period', 'generations', 'weight', 'withoutUs'];

/** @param {Page.Context} ctx */
export async function load(ctx) {
  const mortality = parameters('mortality', ctx.filters, ctx.reference);
  const feeding = parameters('feeding', ctx.filters, ctx.reference);
  const environment = parameters('environment', ctx.filters, ctx.reference);
  const treatment = parameters('treatment', ctx.filters, ctx.reference);
  treatment.start_date = iso(time(treatment.end_date) - TREATED);
  const [weeks, months, temperatures, feed, treatments, watched, compared, like] = await Promise.all([
    rows('/v3/mortality/areas/week', withHistory(mortality, ctx.reference.through, LONG)),
    rows('/v3/mortality/areas/month', mortality),
    may('environment:read') ? rows('/v3/environment/sea-temperature-analysis', environment) : null,
    may('feeding:read') ? rows('/v3/feeding/sfr_temperature_by_region_and_week', feeding) : null,
    !may('treatment:read') ? null : isFarmer() && may('raw:read') ? rows('/v3/treatment/by-site', treatment) : rows('/v3/treatment/detail-by-category-and-week', treatment),
    pens(ctx),
    comparedSets(ctx),
    likeSets(ctx),
  ]);
  return {weeks, months, temperatures, feed, treatments, watched, compared, like};
}

/** @typedef {Awaited<ReturnType<typeof load>>} Data */
/** @typedef {import('../figure/compare.js').Focus} Focus */

/** @param {Page.Context} ctx @param {Data} data */
export function draw(ctx, data) {
  const list = levels(data.weeks.rows, data.like);
  // what is drawn is of the window
  const {from} = windowOf(ctx.filters, ctx.reference);
  const weeks = data.weeks.rows.filter(row => lastDay(time(row.loss_rate_week), 'week') >= time(from));
  const at = focus(ctx, weeks.length > 0 ? weeks : data.months.rows);
  return h('div', {class: 'grid'}, data.watched ? watchCard(ctx, data.watched) : null, data.compared ? comparedCard(ctx, data.compared) : null, news(ctx, data, list), areasCard(ctx, data, list, freshness(ctx)), status(ctx, {...data, weeks: {...data.weeks, rows: weeks}}, at, list));
}

/**
 * Four figures of one area, each with what it is held against.
 *
 * @param {Page.Context} ctx @param {Data} data @param {Focus} at @param {import('./parts/levels.js').Level[]} list
 */
function status(ctx, data, at, list) {
  const level = list.find(each => each.area === at.area);
  const sets = [data.weeks, data.months, data.temperatures, data.feed].filter(set => set !== null);
  return card({id: 'status', ctx, sets: sets.map(set => ({...set, state: 'ok'})), wide: true,
    title: at.title ? t('overview.area', {area: at.title}) : t('overview.noArea'), controls: at.select, table: null,
    body: h('div', {class: 'cards'},
        figure(ctx, at, data.weeks, {id: 'kpi-loss', field: 'loss_rate', at: 'loss_rate_week', x: 'week', unit: 'percent', tone: level ? toneOf(level) : null}),
        figure(ctx, at, data.months, {id: 'kpi-risk', field: 'cumulative_loss_rate_12_months', at: 'month', x: 'month', unit: 'risk', tone: null}),
        data.temperatures ? temperature(ctx, at, data.temperatures) : null,
        data.feed ? figure(ctx, at, data.feed, {id: 'kpi-feed', field: 'specific_feed_rate', at: 'feeding_week', x: 'week', unit: 'sfr', tone: null}) : null)});
}

/**
 * A number of the last complete week or month, what it is compared with, how it moved, and its line.
 *
 * @template {string} F
 * @template {string} A
 * @param {Page.Context} ctx @param {Focus} at
 * @param {import('../session/api.js').DataSet<Periodic & {platform_area_name: string} & Record<NoInfer<A>, string> & Compared<NoInfer<F>>>} set
 * @param {{id: string, field: F, at: A, x: 'week' | 'month', unit: Chart.Unit, tone: string | null}} what tone: the colour of its difference, where that is clear
 */
function figure(ctx, at, set, what) {
  const list = set.rows.filter(row => row.platform_area_name === at.area && isComplete(row));
  const own = ownOf(what.field);
  const last = lastWith(list, what.field);
  const [ours, theirs] = last ? [numberIn(last, own), numberIn(last, what.field)] : [null, null];
  const value = ours ?? theirs;
  const before = last ? list.find(row => time(row[what.at]) === previous(time(last[what.at]), what.x)) : undefined;
  const earlier = before ? numberIn(before, ours !== null ? own : what.field) : null;
  const when = last ? (what.x === 'week' ? week(time(last[what.at])) : month(time(last[what.at]))) : '';
  const points = (/** @type {string} */ field) => withGaps(list.map(row => [time(row[what.at]), numberIn(row, field)]), what.x);
  const other = ours === null ? t('kpi.isBenchmark') : theirs === null ? t('kpi.hidden') : t('kpi.benchmark', {relation: relation(ours, theirs, what.unit), value: amount(theirs, what.unit)});
  const isThere = set.rows.some(row => row.platform_area_name === at.area);
  return h('div', {class: 'kpi'}, card({tools: false, id: what.id, ctx, sets: [set], title: t(`kpi.${what.id}`), note: when, none: !isThere, hiddenAll: list.length === 0 ? 'notYet' : !last, table: null,
    body: last ? [h('p', {class: 'value'}, amount(value, what.unit, {bare: true}), h('span', {class: 'unit'}, unitOf(what.unit))),
      ours !== null && theirs !== null ? h('p', {class: ['apart', what.tone].filter(Boolean).join(' ')}, difference(ours - theirs, what.unit)) : null,
      h('p', {class: 'beside'}, other),
      earlier !== null && value !== null ? h('p', {class: 'note'}, t(`kpi.change.${what.x}`, {change: difference(value - earlier, what.unit)})) : null,
      spark([{role: 'benchmark', points: points(what.field)}, {role: 'own', points: points(own)}], {label: t('kpi.spark', {what: t(`kpi.${what.id}`)})})] : null}));
}

/** The first day of the week or month before. @param {number} first @param {string} x */
function previous(first, x) {
  const at = new Date(first);
  return x === 'week' ? first - 7 * 86_400_000 : Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1);
}

/** The sea in the last complete week, and the last complete month against the same month of earlier years. @param {Page.Context} ctx @param {Focus} at @param {Answer<'/v3/environment/sea-temperature-analysis'>} set */
function temperature(ctx, at, set) {
  const all = set.rows.filter(row => row.platform_area_name === at.area);
  const area = all[0]?.area_name;
  const list = all.filter(row => row.area_name === area);
  const known = list.filter(row => row.avg_temperature !== null);
  const through = lastTemperatureDay(set.rows.filter(row => row.avg_temperature !== null), 'week_date', ctx.reference.end);
  const last = known.findLast(row => isOver(time(row.week_date), 'week', through));
  const newest = known.findLast(row => row.current_month_period_type === 'full_month');
  const whole = newest && newest.monthly_status_vs_3year !== null ? newest : null;
  const complete = list.filter(row => isOver(time(row.week_date), 'week', through));
  const points = withGaps(complete.map(row => [time(row.week_date), row.avg_temperature]), 'week');
  return h('div', {class: 'kpi'}, card({tools: false, id: 'kpi-temperature', ctx, sets: [set], title: t('kpi.kpi-temperature'),
    note: last ? `${area} · ${week(time(last.week_date))}` : '', table: null, none: known.length === 0, hiddenAll: last ? false : 'notYet',
    body: last ? [h('p', {class: 'value'}, amount(last.avg_temperature, 'celsius', {bare: true}), h('span', {class: 'unit'}, unitOf('celsius'))),
      h('p', {}, !whole ? (last.year_over_year_change === null ? t('kpi.noNormal')
          : t('kpi.lastYear', {change: amount(last.year_over_year_change, 'celsius', {sign: true})}))
          : t('kpi.normal', {month: month(time(whole.week_date)), status: t(`status.${whole.monthly_status_vs_3year}`),
            change: amount(whole.current_month_vs_3year_diff, 'celsius', {sign: true})})),
      h('p', {class: 'note'}, last.week_over_week_change === null ? '' : t('kpi.change.week', {change: amount(last.week_over_week_change, 'celsius', {sign: true})})),
      spark([{role: 'item', points}], {label: t('kpi.spark', {what: t('kpi.kpi-temperature')})})] : null}));
}

/**
 * Areas far from their own usual level, in at most five sentences.
 *
 * @param {Page.Context} ctx @param {Data} data @param {import('./parts/levels.js').Level[]} list
 */
function news(ctx, data, list) {
  const sentences = newsOf(ctx, list);
  const at = list[0]?.at;
  return card({id: 'news', ctx, sets: [data.weeks], wide: true, table: null, title: at === undefined ? t('news.title') : t('news.answer', {week: week(at)}),
    note: [t(list.some(level => level.fish !== null) ? 'news.note.fish' : 'news.note'), whyNoOwn(data.weeks.rows, 'loss_rate')].filter(Boolean).join(' · '),
    body: sentences.length > 0 ? h('ul', {class: 'news'}, sentences.map(text => h('li', {}, text))) : h('p', {class: 'note'}, t('news.nothing'))});
}

/** How many sites have figures of the last week. @param {Page.Context} ctx */
function freshness(ctx) {
  const sites = ctx.reference.sites.filter(site => site.is_in_platform);
  const fresh = sites.filter(site => site.last_registration_date && time(site.last_registration_date) >= time(ctx.reference.end) - 7 * 86_400_000);
  return t('fresh.answer', {fresh: fresh.length, all: sites.length});
}
