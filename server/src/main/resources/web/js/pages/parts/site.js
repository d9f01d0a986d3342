/** One site: what the register says, its notifiable diseases, the sea around it; of the reader's own sites stock, losses, where they stand, and treatments. */
import {rows} from '../../session/api.js';
import {card} from '../../figure/card.js';
import {withGaps} from '../../figure/charts.js';
import {h} from '../../base/dom.js';
import {generationName} from '../../filter/filterbar.js';
import {parameters} from '../../filter/filters.js';
import {amount, day, iso, plain, time, week} from '../../base/format.js';
import {current, t, word} from '../../base/i18n.js';
import {isOver, lastTemperatureDay, stillOpen} from '../../figure/periods.js';
import {isFarmer, may, who} from '../../session/session.js';
import {COUNTED} from './levels.js';
import {ownLice, ownLiceCard} from './ownlice.js';
import {quayCards, quayData} from './quay.js';
import {standing, standingCards} from './standing.js';
import {link} from '../../shell/links.js';
import {addressOfPage} from '../../shell/pages.js';
import {tableElement} from '../../figure/table.js';

/** Below this number of lice per fish a change says nothing of a treatment. */
const FEW_LICE = 0.1;
/** Diseases are shown from the first reports on, whatever period is chosen. */
const FIRST_REPORTS = '1990-01-01';

/** @param {Page.Context} ctx @param {string} id */
export async function siteData(ctx, id) {
  // what only its owner may see is not asked for of another's site: the server would refuse it, and write that down
  const isOwn = !may('inventory:read') || ctx.reference.stock.some(unit => unit.site_id === id);
  const seesTreatments = isFarmer() && may('raw:read') && isOwn || who()?.roles.includes('admin');
  const {areas, ...window} = parameters('treatment', ctx.filters, ctx.reference);
  const from = parameters('inventory', ctx.filters, ctx.reference);
  const [site, diseases, treatments, after, stock, losses, lice, stands, quay] = await Promise.all([
    rows(`/v3/common/site/${encodeURIComponent(id)}`, {}, {single: true}),
    may('environment:read') ? rows('/v3/environment/disease-by-site', {sites: id, from_date: FIRST_REPORTS}) : null,
    seesTreatments && may('treatment:read') ? rows('/v3/treatment/by-site', {...window, site_id: id}) : null,
    seesTreatments && may('mortality:read') ? rows('/v3/comparison/site-treatments', {...from, site_id: id}) : null,
    seesTreatments && may('inventory:read') ? rows('/v3/inventory/site-stock', {...from, site_id: id}) : null,
    seesTreatments && may('mortality:read') ? rows('/v3/mortality/site-losses', {...from, site_id: id}) : null,
    seesTreatments && isFarmer() && may('environment:read') ? ownLice(ctx, id) : null,
    // the stock knows no site between two cycles, and these routes refuse nobody: they name the own sites of a whole area, to who may see single ones
    isFarmer() && may('raw:read') && may('mortality:read') ? standing(ctx, id) : null,
    isFarmer() && may('raw:read') && may('mortality:read') && ctx.reference.stock.some(unit => unit.site_id === id) ? quayData(ctx, id) : null,
  ]);
  const area = site.rows[0]?.production_area_id ?? null;
  const sea = area !== null && may('environment:read')
      ? await rows('/v3/environment/temperature-trends-by-region', {...parameters('environment', ctx.filters, ctx.reference), areas: String(area)}) : null;
  return {id, site, diseases, treatments, after, sea, stock, losses, lice, stands, quay};
}

/** @typedef {Answer<'/v3/common/site/{site_id}'>} Register */

/** @param {Page.Context} ctx @param {Awaited<ReturnType<typeof siteData>>} data */
export function sitePage(ctx, data) {
  const site = data.site.rows[0];
  if (!site) {
    return h('div', {class: 'grid'}, card({id: 'site', ctx, sets: [data.site], wide: true, title: data.site.state === 'unknown' ? t('sites.unknown') : `${t('sites.site')} ${data.id}`}),
        h('p', {class: 'wide'}, link(ctx, addressOfPage('sites'), t('sites.back'))));
  }
  const stands = data.stands ? standingCards(ctx, data.id, data.stands) : null;
  const own = [data.stock && data.stock.state !== 'forbidden' ? stock(ctx, data.stock) : null, data.losses && data.losses.state !== 'forbidden' ? losses(ctx, data.losses) : null];
  const held = [data.lice ? ownLiceCard(ctx, data.id, site.site_name ?? data.id, data.lice, data.treatments) : null, data.treatments && data.treatments.state !== 'forbidden' ? treatments(ctx, data.treatments) : null, data.after && data.after.rows.length > 0 ? after(ctx, data.after) : null];
  const outside = [data.diseases && data.diseases.state !== 'empty' ? diseases(ctx, data.diseases) : null, data.sea ? sea(ctx, data.sea, site) : null];
  const quay = data.quay ? quayCards(ctx, data.id, site.site_name, data.quay, data.diseases) : [];
  // with fish in it, the site begins with its pens
  return h('div', {class: 'grid'}, quay.length > 0 ? [quay, stands, own, held, outside, register(ctx, data.site, site)] : [register(ctx, data.site, site), outside, own, stands, held]);
}

/** @param {Page.Context} ctx @param {Register} set @param {Register['rows'][number]} site */
function register(ctx, set, site) {
  const fact = (/** @type {string} */ name, /** @type {string | null} */ value) => [h('dt', {}, t(name)), h('dd', {}, value ?? '–')];
  return card({id: 'site', ctx, sets: [set], title: site.site_name, note: t('sites.register'), table: null, body: [h('dl', {class: 'facts'},
      fact('sites.id', site.site_id), fact('sites.placement', t(`placement.${site.placement}`)),
      fact('environment.area', site.production_area_name), fact('sites.type', site.marine_type_name), fact('sites.region', site.marine_type_region_name),
      fact('sites.place', site.latitude === null ? null : `${amount(site.latitude, 'none', {digits: 4})}° N, ${amount(site.longitude, 'none', {digits: 4})}° E`),
      fact('sites.last', site.last_registration_date ? day(time(site.last_registration_date)) : t('sites.notIn'))),
  h('p', {}, link(ctx, addressOfPage('sites'), t('sites.back')))]});
}

/** @param {Page.Context} ctx @param {Answer<'/v3/environment/disease-by-site'>} set */
function diseases(ctx, set) {
  const title = t('sites.diseases');
  return card({id: 'disease-site', ctx, sets: [set], title, note: t('sites.diseases.note'), body: tableElement(title, {
    head: [t('sites.disease'), t('sites.status'), t('sites.from'), t('sites.to')],
    rows: set.rows.toReversed().map(row => [word('disease', row.disease), word('diseaseStatus', row.status), day(time(row.from_date)),
      row.to_date ? day(time(row.to_date)) : t('sites.open')])})});
}

/** @param {Page.Context} ctx @param {Answer<'/v3/environment/temperature-trends-by-region'>} set @param {Register['rows'][number]} site */
function sea(ctx, set, site) {
  const points = (/** @type {'temperature' | 'prev_year'} */ field) => withGaps(set.rows.map(row => [time(row.week), row[field]]), 'week');
  const through = lastTemperatureDay(set.rows.filter(row => row.temperature !== null), 'week', ctx.reference.end);
  const open = stillOpen(set.rows.map(row => time(row.week)), 'week', iso(through));
  const last = set.rows.findLast(row => row.temperature !== null && isOver(time(row.week), 'week', through));
  return card({id: 'trends', ctx, sets: [set], title: last ? t('environment.alone', {area: site.production_area_name, now: amount(last.temperature, 'celsius'),
    week: week(time(last.week))}) : t('environment.title'), note: t('environment.note'), spec: {kind: 'lines', x: 'week', unit: 'celsius', free: true, series: [
      {name: t('environment.before'), role: 'benchmark', points: points('prev_year')}, {name: t('environment.now'), role: 'item', colour: 'year-0', bold: true, points: points('temperature'), running: open}]}});
}

/** What stands in each unit on the last day. @param {Page.Context} ctx @param {Answer<'/v3/inventory/site-stock'>} set */
function stock(ctx, set) {
  const sum = set.rows.filter(row => COUNTED.includes(row.species_code)).reduce((all, row) => all + row.biomass_kg, 0);
  const title = set.rows.length === 0 ? t('sites.stock') : t('sites.stock.answer', {tonnes: amount(sum / 1000, 'tonnes'), day: day(time(set.rows[0].date))});
  return card({id: 'site-stock', ctx, sets: [set], title, body: tableElement(title, {
    head: [t('sites.unit'), t('sites.generation'), t('sites.fish'), t('sites.weight'), t('sites.biomass')],
    rows: set.rows.map(row => [row.unit_id, generationName(row.generation), plain(row.fish_count), amount(row.avg_weight_gram, 'gram'), amount(row.biomass_kg / 1000, 'tonnes', {digits: 1})])})});
}

/** Fish lost by cause, without cleaner fish. @param {Page.Context} ctx @param {Answer<'/v3/mortality/site-losses'>} set */
function losses(ctx, set) {
  const counted = set.rows.filter(row => COUNTED.includes(row.species_code));
  const total = (/** @type {typeof set.rows} */ list) => list.reduce((all, row) => all + row.loss_count, 0);
  const sum = total(counted);
  const others = total(set.rows) - sum;
  const title = t('sites.losses', {n: plain(sum)});
  return card({id: 'site-losses', ctx, sets: [set], title, note: t('sites.losses.note'), foot: others > 0 ? t('sites.losses.others', {n: plain(others)}) : undefined, body: tableElement(title, {
    head: [t('sites.cause'), t('sites.dead'), t('sites.culled'), t('sites.share')],
    rows: [...counted].sort((a, b) => b.loss_count - a.loss_count).map(row => [(current() === 'en' ? row.category_name_english : null) ?? row.category_name ?? row.loss_category_code,
      plain(row.mortality_count), plain(row.culling_count), amount(sum > 0 ? row.loss_count / sum : null, 'share', {digits: 1})])})});
}

/** @param {Page.Context} ctx @param {Answer<'/v3/treatment/by-site'>} set */
function treatments(ctx, set) {
  const cleaner = set.rows.filter(row => row.treatment_category === 'Cleanerfish').length;
  const title = t(cleaner > 0 ? 'sites.treatments.cleaner' : 'sites.treatments', {n: set.rows.length - cleaner, cleaner});
  return card({id: 'treatment-site', ctx, sets: [set], wide: true, title, body: tableElement(title, {
    head: [t('axis.day'), t('treatments.category'), t('treatments.target'), t('treatments.subtype'), t('treatments.units')],
    rows: set.rows.map(row => [day(time(row.treatment_date)), word('category', row.treatment_category), word('target', row.treatment_target),
      row.treatment_subtype ?? '–', String(row.number_of_units_treated ?? '–')])})});
}

/** The fish lost after each treatment that names its units. @param {Page.Context} ctx @param {Answer<'/v3/comparison/site-treatments'>} set */
function after(ctx, set) {
  const newest = set.rows.find((/** @type {Answer<'/v3/comparison/site-treatments'>['rows'][number]} */ row) => row.is_complete) ?? set.rows[0];
  const title = t('sites.after', {category: word('category', newest.treatment_category ?? ''), day: day(time(newest.treatment_date ?? '')), n: plain(newest.loss_count ?? 0)});
  return card({id: 'after-site', ctx, sets: [set], wide: true, title, note: t('sites.after.note'), body: tableElement(title, {
    head: [t('axis.day'), t('treatments.category'), t('treatments.target'), t('sites.after.units'), t('sites.fish'), t('sites.after.lost'), t('sites.after.share'), t('sites.after.excess'), t('sites.after.lice')],
    rows: set.rows.map(row => [day(time(row.treatment_date ?? '')), word('category', row.treatment_category ?? ''), word('target', row.treatment_target ?? ''),
      (row.overlapping_count ?? 0) > 0 ? t('sites.after.overlapping', {n: row.unit_count ?? 0, overlapping: row.overlapping_count ?? 0}) : plain(row.unit_count ?? 0), plain(row.fish_count ?? 0),
      row.is_complete ? plain(row.loss_count ?? 0) : t('sites.after.soFar', {n: plain(row.loss_count ?? 0)}), amount(row.loss_share, 'risk', {digits: 2}),
      amount(row.excess, 'risk'), liceText(row.lice_before, row.lice_after)])})});
}

/** Lice before and after, and what part of them is gone or has come. @param {number | null} before @param {number | null} after */
function liceText(before, after) {
  if (before === null && after === null) {
    return '–';
  }
  const change = before === null || after === null || before < FEW_LICE ? '' : ` (${amount(after / before - 1, 'share', {sign: true})})`;
  return `${amount(before, 'lice')} → ${amount(after, 'lice')}${change}`;
}
