/** Where? A map of the production areas, a list of sites, and a page for each. */
import {rows} from '../session/api.js';
import {amountColour, amounts} from '../figure/colours.js';
import {card} from '../figure/card.js';
import {chosen, segmented} from '../figure/compare.js';
import {h, s} from '../base/dom.js';
import {parameters} from '../filter/filters.js';
import {amount, day, month, time, week} from '../base/format.js';
import {t} from '../base/i18n.js';
import {isComplete, isOver, lastTemperatureDay} from '../figure/periods.js';
import {areaName} from '../session/reference.js';
import {map, shapesOf} from '../figure/map.js';
import {may} from '../session/session.js';
import {siteLink} from '../shell/links.js';
import {siteOf} from '../shell/pages.js';
import {siteData, sitePage} from './parts/site.js';
import {tableElement} from '../figure/table.js';

export const uses = ['areas', 'period', 'generations', 'weight', 'withoutUs'];
const MOST = 300;

/** @param {Page.Context} ctx */
export async function load(ctx) {
  const id = siteOf(ctx.path);
  if (id !== null) {
    return siteData(ctx, id);
  }
  return loadAreas(ctx);
}

/** @param {Page.Context} ctx */
async function loadAreas(ctx) {
  const [areas, months, seas] = await Promise.all([
    rows('/v3/common/production-area'),
    may('mortality:read') ? rows('/v3/mortality/areas/month', parameters('mortality', ctx.filters, ctx.reference)) : null,
    may('environment:read') ? rows('/v3/environment/temperature-trends-by-region', parameters('environment', ctx.filters, ctx.reference)) : null,
  ]);
  return {areas, months, seas};
}

/** @typedef {Awaited<ReturnType<typeof loadAreas>>} Areas */

/** @param {Page.Context} ctx @param {Awaited<ReturnType<typeof load>>} data */
export function draw(ctx, data) {
  return 'site' in data ? sitePage(ctx, data) : h('div', {class: 'grid'}, areaMap(ctx, data), list(ctx));
}

/**
 * What the areas are coloured by: a value for each production area, and when. Losses are the platform area's, since the API has no others; the
 * temperature is the production area's own.
 *
 * @param {Page.Context} ctx @param {Areas} data
 */
function measure(ctx, data) {
  const kind = chosen('measure', data.months ? 'risk' : 'temperature');
  /** @type {Map<number, number>} */
  const values = new Map();
  let when = '';
  if (kind === 'risk' && data.months) {
    const last = data.months.rows.filter(isComplete).map(row => row.month).sort().at(-1);
    when = last ? month(time(last)) : '';
    for (const {production_area_ids: ids, cumulative_loss_rate_12_months: rate} of data.months.rows.filter(each => each.month === last)) {
      if (rate !== null) {
        ids.forEach(id => values.set(id, rate));
      }
    }
  } else if (data.seas) {
    const known = data.seas.rows.filter(row => row.temperature !== null);
    const through = lastTemperatureDay(known, 'week', ctx.reference.end);
    const last = known.map(row => row.week).filter(at => isOver(time(at), 'week', through)).sort().at(-1);
    when = last ? week(time(last)) : '';
    known.filter(each => each.week === last).forEach(row => values.set(row.area_id, Number(row.temperature)));
  }
  return {kind, values, when, unit: /** @type {Chart.Unit} */ (kind === 'risk' ? 'risk' : 'celsius')};
}

/** @param {Page.Context} ctx @param {Areas} data */
function areaMap(ctx, data) {
  const {kind, values, when, unit} = measure(ctx, data);
  const low = Math.min(...values.values());
  const high = Math.max(...values.values());
  const shapes = shapesOf(data.areas.rows);
  const worst = [...values].sort((a, b) => b[1] - a[1])[0];
  const names = new Map(data.areas.rows.map(row => [row.area_id, `${row.area_id}. ${row.area_name}`]));
  const shared = kind === 'risk';
  const wider = (/** @type {number} */ id) => areaName(ctx.reference, ctx.reference.areas.find(area => area.production_area_ids.includes(id))?.name ?? '–');
  const say = (/** @type {number} */ id) => values.has(id) ? amount(values.get(id), unit) : kind === 'risk' ? t('hidden.short') : '–';
  const chosenIds = new Set(ctx.filters.areas.flatMap((/** @type {string} */ item) =>
    ctx.reference.areas.find(area => area.area_id === item)?.production_area_ids ?? [Number(item)]));
  const pick = (/** @type {number} */ id) => {
    const area = ctx.reference.areas.find(each => each.production_area_ids.includes(id));
    const item = area?.area_id ?? String(id);
    const now = ctx.filters.areas;
    return ctx.change({...ctx.filters, areas: now.includes(item) ? now.filter((/** @type {string} */ each) => each !== item) : [...now, item]});
  };
  const table = {head: [t('environment.area'), ...shared ? [t('sites.platformArea')] : [], t(`sites.${kind}`)],
    rows: data.areas.rows.map(row => [names.get(row.area_id), ...shared ? [wider(row.area_id)] : [], say(row.area_id)])};
  /** @type {[string, string][]} */
  const options = [];
  if (data.months) {
    options.push(['risk', t('sites.risk')]);
  }
  if (data.seas) {
    options.push(['temperature', t('sites.temperature')]);
  }
  const title = worst ? t(`sites.${kind}.answer`, {area: shared ? wider(worst[0]) : names.get(worst[0]) ?? '', value: amount(worst[1], unit), when}) : t('sites.title');
  return card({id: 'map', ctx, sets: [data.areas, kind === 'risk' ? data.months : data.seas].filter(set => set !== null), wide: true, title, note: `${t(`sites.note.${kind}`)} ${t('sites.note')}`, table,
    controls: options.length > 1 ? segmented(ctx, 'measure', t('kind'), options, 'risk') : null,
    body: shapes.length > 0 ? [
      map(shapes, {colour: id => values.has(id) ? amountColour(/** @type {number} */ (values.get(id)), low, high) : null, label: id => `${names.get(id)}${shared ? ` (${wider(id)})` : ''}: ${say(id)}`,
        pick, chosen: id => chosenIds.has(id), sites: ctx.reference.sites.filter(site => site.is_in_platform), title}),
      scale(amount(low, unit), amount(high, unit))]
      : [h('p', {class: 'note'}, t('sites.noPolygons')), tableElement(title, table)]});
}

/** @param {string} low @param {string} high */
function scale(low, high) {
  return h('div', {class: 'scale'}, low, h('span', {class: 'steps'}, s('svg', {viewBox: '0 0 168 14', 'aria-hidden': 'true'},
      amounts().map((fill, i) => s('rect', {x: i * 24, y: 0, width: 24, height: 14, fill})))), high,
  h('span', {class: 'swatch hatched', 'aria-hidden': 'true'}), t('hidden.short'));
}

/** @param {Page.Context} ctx */
function list(ctx) {
  const search = chosen('search', '');
  const box = h('div', {});
  const fill = (/** @type {string} */ text) => {
    const found = ctx.reference.sites.filter(site =>
      `${site.site_name} ${site.site_id} ${site.production_area_name ?? ''}`.toLowerCase().includes(text.toLowerCase()));
    box.replaceChildren(h('p', {class: 'note', role: 'status'}, t('sites.found', {n: found.length, shown: Math.min(MOST, found.length)})),
        tableElement(t('sites.list'), {head: [t('sites.site'), t('sites.id'), t('environment.area'), t('sites.placement'), t('sites.last')],
          rows: found.slice(0, MOST).map(site => [siteLink(ctx, site.site_id, site.site_name), site.site_id, site.production_area_name ?? '–', t(`placement.${site.placement}`),
          site.last_registration_date ? day(time(site.last_registration_date)) : t('sites.notIn')])}));
  };
  fill(search);
  const input = h('input', {type: 'search', size: 30, placeholder: t('sites.search'), 'aria-label': t('sites.search'), value: search, 'data-filter': 'site-search',
    oninput: () => fill(input.value)});
  return card({id: 'sites', ctx, sets: [], wide: true, title: t('sites.list'), note: t('sites.offshore'), controls: input, body: box});
}
