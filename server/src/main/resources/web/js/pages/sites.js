/** Where? A map of the production areas, a list of sites, and a page for each. */
import {rows} from '../session/api.js';
import {stepColour, stepsOf} from '../figure/colours.js';
import {card} from '../figure/card.js';
import {choose, chosen, chosenOf, segmented} from '../figure/choice.js';
import {h, s} from '../base/dom.js';
import {addressWith, parameters, windowOf} from '../filter/filters.js';
import {placed} from '../base/place.js';
import {amount, day, iso, month, time, week} from '../base/format.js';
import {t} from '../base/i18n.js';
import {isComplete, isOver, lastDay, lastTemperatureDay} from '../figure/periods.js';
import {areaName, ownSites} from '../session/reference.js';
import {coast, map, shapesOf} from '../figure/map.js';
import {isFarmer, may} from '../session/session.js';
import {LAYERS, layerOf, layerSets, layerText} from './parts/layers.js';
import {COUNTED} from './parts/levels.js';
import {siteLink} from '../shell/links.js';
import {siteOf} from '../shell/pages.js';
import {siteData, sitePage} from './parts/site.js';
import {tableElement} from '../figure/table.js';

export const uses = ['areas', 'period', 'generations', 'weight', 'withoutUs'];
const MOST = 300;
const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** What the map's colours may be. */
const MEASURES = /** @type {const} */ (['risk', 'temperature']);

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
  // areas that are not chosen are asked for too: the map must not draw them as if they had nothing to show
  const all = {...ctx.filters, areas: []};
  const [monday, sunday] = weekOf(ctx);
  const own = isFarmer() && may('raw:read') && may('mortality:read') && may('inventory:read');
  const window = {from_date: iso(monday), to_date: iso(sunday)};
  const [areas, months, seas, losses, first, last, outline, layers] = await Promise.all([
    rows('/v3/common/production-area'),
    may('mortality:read') ? rows('/v3/mortality/areas/month', parameters('mortality', all, ctx.reference)) : null,
    may('environment:read') ? rows('/v3/environment/temperature-trends-by-region', parameters('environment', all, ctx.reference)) : null,
    own ? rows('/v3/mortality/site-losses', window) : null,
    own ? rows('/v3/inventory/site-stock', {from_date: iso(monday), to_date: iso(monday)}) : null,
    own ? rows('/v3/inventory/site-stock', window) : null,
    coast(),
    layerSets(ctx, window),
  ]);
  return {areas, months, seas, losses, first, last, outline, layers};
}

/** @typedef {Awaited<ReturnType<typeof loadAreas>>} Areas */

/** The Monday of the last complete week, ms. @param {Page.Context} ctx */
function lastMonday(ctx) {
  const through = time(ctx.reference.through);
  return through - (new Date(through).getUTCDay() + 7) % 7 * DAY - 6 * DAY;
}

/**
 * The week that the map is of, its first and last day: the one that the address names, else the last complete one.
 *
 * @param {Page.Context} ctx @returns {[number, number]}
 */
function weekOf(ctx) {
  const said = time(chosen(ctx, 'week', ''));
  const last = lastMonday(ctx);
  const monday = Number.isNaN(said) ? last : Math.min(last, said - (new Date(said).getUTCDay() + 6) % 7 * DAY);
  return [monday, monday + 6 * DAY];
}

/**
 * What each own site lost in the week: lost fish over those that were there when it began, or when its last day did if these are more, since sites
 * are stocked and harvested within a week.
 *
 * @param {Pick<Areas, 'losses' | 'first' | 'last'>} data @returns {Map<string, number>}
 */
export function ownRates({losses, first, last}) {
  const lost = sumBySite(losses?.rows ?? [], row => row.loss_count);
  const [before, after] = [first, last].map(set => sumBySite(set?.rows ?? [], unit => unit.fish_count));
  const fish = (/** @type {string} */ id) => Math.max(before.get(id) ?? 0, after.get(id) ?? 0);
  return new Map([...after.keys()].filter(id => fish(id) > 0).map(id => [id, (lost.get(id) ?? 0) / fish(id)]));
}

/**
 * A sum of each site over the rows of salmonids.
 *
 * @template {{site_id: string, species_code: string}} Row @param {Row[]} list @param {(row: Row) => number} of @returns {Map<string, number>}
 */
function sumBySite(list, of) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  list.filter(row => COUNTED.includes(row.species_code)).forEach(row => sums.set(row.site_id, (sums.get(row.site_id) ?? 0) + of(row)));
  return sums;
}

/** A control of the weeks of the period. @param {Page.Context} ctx */
function weekSlider(ctx) {
  const last = lastMonday(ctx);
  const from = time(windowOf(ctx.filters, ctx.reference).from);
  const n = Math.max(1, Math.min(156, Math.floor((last - from) / WEEK)));
  const [monday] = weekOf(ctx);
  const at = Math.max(0, n - Math.round((last - monday) / WEEK));
  const text = h('output', {}, week(monday));
  const slider = h('input', {type: 'range', min: 0, max: n, value: at, step: 1, 'aria-label': t('sites.week'), 'aria-valuetext': week(monday), 'data-filter': 'week',
    oninput: () => {
      const shown = week(last - (n - Number(slider.value)) * WEEK);
      text.textContent = shown;
      slider.setAttribute('aria-valuetext', shown);
    }, onchange: () => choose(ctx, 'week', Number(slider.value) === n ? '' : iso(last - (n - Number(slider.value)) * WEEK))});
  return h('label', {class: 'slider'}, h('span', {class: 'filter-name'}, t('sites.week')), slider, text);
}

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
  const kind = data.months ? chosenOf(ctx, 'measure', MEASURES) : 'temperature';
  /** @type {Map<number, number>} */
  const values = new Map();
  let when = '';
  const [, sunday] = weekOf(ctx);
  if (kind === 'risk' && data.months) {
    const last = data.months.rows.filter(row => isComplete(row) && lastDay(time(row.month), 'month') <= sunday).map(row => row.month).sort().at(-1);
    when = last ? month(time(last)) : '';
    for (const {production_area_ids: ids, cumulative_loss_rate_12_months: rate} of data.months.rows.filter(each => each.month === last)) {
      if (rate !== null) {
        ids.forEach(id => values.set(id, rate));
      }
    }
  } else if (data.seas) {
    const known = data.seas.rows.filter(row => row.temperature !== null);
    const through = lastTemperatureDay(known, 'week', ctx.reference.end);
    const last = known.map(row => row.week).filter(at => isOver(time(at), 'week', Math.min(through, sunday))).sort().at(-1);
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
  const names = new Map(data.areas.rows.map(row => [row.area_id, `${row.area_id}. ${row.area_name}`]));
  const shared = kind === 'risk';
  // of whole areas, whichever are chosen
  const wider = (/** @type {number} */ id) => areaName({...ctx.reference, chosen: []}, ctx.reference.areas.find(area => area.production_area_ids.includes(id))?.name ?? '–');
  const say = (/** @type {number} */ id) => values.has(id) ? amount(values.get(id), unit) : kind === 'risk' ? t('hidden.short') : '–';
  const chosenIds = new Set(ctx.filters.areas.flatMap((/** @type {string} */ item) =>
    ctx.reference.areas.find(area => area.area_id === item)?.production_area_ids ?? [Number(item)]));
  const isShown = (/** @type {number} */ id) => chosenIds.size === 0 || chosenIds.has(id);
  const worst = [...values].filter(([id]) => isShown(id)).sort((a, b) => b[1] - a[1])[0];
  const rates = ownRates(data);
  const most = Math.max(0.005, ...rates.values());
  const owned = ownSites(ctx.reference);
  const layer = layerOf(ctx, data.layers, weekOf(ctx)[0]);
  /** @type {import('../figure/map.js').Dot[]} */
  const dots = ctx.reference.sites.filter(site => site.is_in_platform || layer?.marks.has(site.site_id)).map(site => {
    const rate = rates.get(site.site_id);
    const mark = layer?.marks.get(site.site_id);
    const own = {site, own: owned.has(site.site_id)};
    return layer ? {...own, marked: mark !== undefined, pale: mark?.pale, colour: mark?.colour ?? null, label: mark?.label ?? `${site.site_name}: –`}
        : {...own, colour: rate === undefined ? null : stepColour('loss', rate, 0, most),
          label: `${site.site_name}: ${rate === undefined ? t('sites.empty') : amount(rate, 'percent')}`};
  });
  const palette = kind === 'risk' ? 'amount' : 'warmth';
  const pick = (/** @type {number} */ id) => {
    const area = ctx.reference.areas.find(each => each.production_area_ids.includes(id));
    const item = area?.area_id ?? String(id);
    const now = ctx.filters.areas;
    return ctx.change({...ctx.filters, areas: now.includes(item) ? now.filter((/** @type {string} */ each) => each !== item) : [...now, item]});
  };
  const table = {head: [t('environment.area'), ...shared ? [t('sites.platformArea')] : [], t(`sites.${kind}`)],
    rows: data.areas.rows.filter(row => isShown(row.area_id)).map(row => [names.get(row.area_id), ...shared ? [wider(row.area_id)] : [], say(row.area_id)])};
  /** @type {[string, string][]} */
  const options = [];
  if (data.months) {
    options.push(['risk', t('sites.risk')]);
  }
  if (data.seas) {
    options.push(['temperature', t('sites.temperature')]);
  }
  const title = worst ? t(`sites.${kind}.answer`, {area: shared ? wider(worst[0]) : names.get(worst[0]) ?? '', value: amount(worst[1], unit), when}) : t('sites.title');
  const drawn = shapes.length === 0 ? null : map(shapes, {colour: id => values.has(id) ? stepColour(palette, Number(values.get(id)), low, high) : null,
    label: id => `${names.get(id)}${shared ? ` (${wider(id)})` : ''}: ${say(id)}`,
    pick, chosen: id => chosenIds.has(id), pale: id => !isShown(id), coast: data.outline, sites: dots, title,
    names: ctx.reference.areas.map(area => ({name: areaName({...ctx.reference, chosen: []}, area.name), ids: area.production_area_ids}))});
  return card({id: 'map', ctx, map: drawn, sets: [data.areas, kind === 'risk' ? data.months : data.seas, layer?.set].filter(set => set !== null && set !== undefined), wide: true, title,
    note: `${t(`sites.note.${kind}`)} ${t('sites.note')}`, table,
    controls: [options.length > 1 ? segmented(ctx, 'measure', t('kind'), options, 'risk') : null,
      may('environment:read') ? segmented(ctx, 'layer', t('sites.layer'), LAYERS.map(each => [each, t(`sites.layer.${each}`)])) : null],
    body: drawn ? [weekSlider(ctx), layer ? layerText(layer) : null, drawn,
      scale(palette, values.size > 0 ? [amount(low, unit), amount(high, unit)] : null, kind === 'risk', chosenIds.size > 0),
      layer ? layer.high === null ? null : scale('loss', [amount(0, 'lice'), amount(layer.high, 'lice')], false, false, `${t('lice.adult')}:`)
        : rates.size > 0 ? scale('loss', [amount(0, 'percent'), amount(most, 'percent')], false, false, t('sites.own', {week: week(weekOf(ctx)[0])})) : null]
      : [h('p', {class: 'note'}, t('sites.noPolygons')), tableElement(title, table), layer ? layerText(layer) : null]});
}

/**
 * What the map's colours mean; only those that it has.
 *
 * @param {import('../figure/colours.js').Scale} palette @param {[string, string] | null} ends its lowest and highest value; null without any
 * @param {boolean} hides whether a value may be hidden @param {boolean} pale whether some areas are not chosen @param {string} [of] what it is of
 */
function scale(palette, ends, hides, pale, of) {
  return h('div', {class: 'scale'}, of ? h('span', {}, of) : null, ends === null ? null : ends[0] === ends[1] ? ends[0] : [ends[0], h('span', {class: 'steps'}, s('svg', {viewBox: '0 0 168 14', 'aria-hidden': 'true'},
      stepsOf(palette).map((fill, i) => s('rect', {x: i * 24, y: 0, width: 24, height: 14, fill})))), ends[1]],
  hides ? [h('span', {class: 'swatch hatched', 'aria-hidden': 'true'}), t('hidden.short')] : null,
  pale ? [h('span', {class: 'swatch', 'aria-hidden': 'true'}), t('sites.notChosen')] : null);
}

/** @param {Page.Context} ctx */
function list(ctx) {
  const search = chosen(ctx, 'search', '');
  const own = ownSites(ctx.reference);
  const box = h('div', {});
  const fill = (/** @type {string} */ text) => {
    const found = ctx.reference.sites.filter(site => `${site.site_name} ${site.site_id} ${site.production_area_name ?? ''}`.toLowerCase().includes(text.toLowerCase()))
        .sort((a, b) => Number(own.has(b.site_id)) - Number(own.has(a.site_id)));
    box.replaceChildren(h('p', {class: 'note', role: 'status'}, t('sites.found', {n: found.length, shown: Math.min(MOST, found.length)})),
        tableElement(t('sites.list'), {head: [t('sites.site'), ...own.size > 0 ? [t('data.whose')] : [], t('sites.id'), t('environment.area'), t('sites.placement'), t('sites.last')],
          rows: found.slice(0, MOST).map(site => [siteLink(ctx, site.site_id, site.site_name), ...own.size > 0 ? [own.has(site.site_id) ? t('data.own.site') : '–'] : [], site.site_id, site.production_area_name ?? '–', t(`placement.${site.placement}`),
          site.last_registration_date ? day(time(site.last_registration_date)) : t('sites.notIn')])}));
  };
  fill(search);
  const input = h('input', {type: 'search', size: 38, placeholder: t('sites.search'), 'aria-label': t('sites.search'), value: search, 'data-filter': 'site-search',
    oninput: () => {
      fill(input.value);
      // typing is no step to go back to
      history.replaceState(null, '', placed(addressWith('search', input.value.trim())));
    }});
  return card({id: 'sites', ctx, sets: [], wide: true, title: t('sites.list'), note: t('sites.offshore'), controls: input, body: box});
}
