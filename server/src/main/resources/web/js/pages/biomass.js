/** How much of the coast do we see? */
import {rows} from '../session/api.js';
import {card} from '../figure/card.js';
import {choose, chosen} from '../figure/choice.js';
import {withGaps, withValues} from '../figure/charts.js';
import {h} from '../base/dom.js';
import {parameters} from '../filter/filters.js';
import {amount, month, time} from '../base/format.js';
import {t} from '../base/i18n.js';
import {isOver, stillOpen} from '../figure/periods.js';
import {productionFocus} from '../session/reference.js';
import {tableElement} from '../figure/table.js';

export const uses = ['period'];

/** @param {Page.Context} ctx */
export async function load(ctx) {
  const [inventory, areas] = await Promise.all([
    rows('/v3/inventory/platform-authority-biomass-by-month', parameters('inventory', ctx.filters, ctx.reference)),
    rows('/v3/common/production-area'),
  ]);
  return {inventory, areas};
}

/** @param {Page.Context} ctx @param {Awaited<ReturnType<typeof load>>} data */
export function draw(ctx, data) {
  const names = new Map(data.areas.rows.map(row => [row.area_id, `${row.area_id}. ${row.area_name}`]));
  const list = data.inventory.rows;
  const ids = [...new Set(list.map(row => row.production_area_id))].sort((a, b) => a - b);
  // of the area that other pages show, those whose newest month may be shown come before those with older months
  const months = (/** @type {number} */ id) => list.filter(row => row.production_area_id === id && row.platform_biomass_coverage !== null)
      .map(row => row.month);
  const newest = ids.flatMap(months).sort().at(-1);
  const said = chosen(ctx, 'area', '');
  const kept = [ids.filter(each => newest !== undefined && months(each).includes(newest)), ids.filter(each => months(each).length > 0), ids].find(list => list.length > 0) ?? [];
  const id = ids.includes(Number(said)) ? Number(said) : productionFocus(ctx.reference, kept, said) ?? 0;
  const select = h('select', {'aria-label': t('focus.area'), 'data-filter': 'biomass', onchange: () => choose(ctx, 'area', select.value)},
      ids.map(each => h('option', {value: each, selected: each === id}, names.get(each) ?? String(each))));
  return h('div', {class: 'grid'}, area(ctx, data.inventory, list.filter(row => row.production_area_id === id), names.get(id) ?? '', select),
      coast(ctx, data.inventory), coverage(ctx, data.inventory, names));
}

/** @typedef {Row<'/v3/inventory/platform-authority-biomass-by-month'>} Month */
/** @typedef {Answer<'/v3/inventory/platform-authority-biomass-by-month'>} Months */

/** Whether a row's month is complete. @param {Page.Context} ctx @returns {(row: Month) => boolean} */
function complete(ctx) {
  return row => isOver(time(row.month), 'month', time(ctx.reference.through));
}

/** @param {Page.Context} ctx @param {Months} set @param {Month[]} list @param {string} name @param {HTMLElement} select */
function area(ctx, set, list, name, select) {
  const open = stillOpen(list.map(row => time(row.month)), 'month', ctx.reference.through);
  const points = (/** @type {'authority_biomass_in_tons' | 'platform_biomass_in_tons'} */ field) => withGaps(list.map(row => [time(row.month), row[field]]), 'month');
  const series = withValues([
    {name: t('series.authority'), role: 'authority', points: points('authority_biomass_in_tons')},
    {name: t('series.platform'), role: 'benchmark', points: points('platform_biomass_in_tons'), running: open},
  ]);
  const last = list.findLast(row => row.platform_biomass_coverage !== null && complete(ctx)(row));
  return card({id: 'biomass', ctx, sets: [set], wide: true, controls: select,
    title: last ? t('biomass.answer', {area: name, share: amount(last.platform_biomass_coverage, 'share'), month: month(time(last.month))}) : t('biomass.title', {area: name}),
    note: t('biomass.note'), spec: {kind: 'lines', x: 'month', unit: 'tonnes', series,
      hidden: list.filter(row => row.platform_biomass_in_tons === null && complete(ctx)(row)).map(row => time(row.month))}});
}

/** All areas of which both figures may be shown, and only those: else the share would be of two different coasts. @param {Page.Context} ctx @param {Months} set */
function coast(ctx, set) {
  const months = [...new Set(set.rows.filter(complete(ctx)).map(row => row.month))];
  const sums = months.map(at => {
    const both = set.rows.filter(row => row.month === at && row.platform_biomass_in_tons !== null && row.authority_biomass_in_tons !== null);
    const sum = (/** @type {'authority_biomass_in_tons' | 'platform_biomass_in_tons'} */ field) => both.length === 0 ? null : both.reduce((total, row) => total + Number(row[field]), 0);
    return {at: time(at), n: both.length, platform: sum('platform_biomass_in_tons'), authority: sum('authority_biomass_in_tons')};
  });
  const last = sums.findLast(each => each.platform !== null);
  return card({id: 'biomass-coast', ctx, sets: [set], wide: true, hiddenAll: !last,
    title: last ? t('biomass.coast.answer', {n: last.n, month: month(last.at), share: amount(Number(last.platform) / Number(last.authority), 'share')}) : t('biomass.coast'), note: t('biomass.coast.note'),
    spec: {kind: 'lines', x: 'month', unit: 'share', series: [
      {name: t('biomass.coverage'), role: 'benchmark', points: sums.map(each => [each.at, each.platform === null ? null : each.platform / Number(each.authority)])}]}});
}

/** @param {Page.Context} ctx @param {Months} set @param {Map<number, string>} names */
function coverage(ctx, set, names) {
  const known = set.rows.filter(row => row.authority_biomass_in_tons !== null && complete(ctx)(row));
  const last = known.map(row => row.month).sort().at(-1);
  const lines = known.filter(row => row.month === last).map(row => [names.get(row.production_area_id) ?? String(row.production_area_id),
    row.platform_biomass_in_tons === null ? t('hidden.short') : amount(row.platform_biomass_in_tons, 'tonnes', {bare: true}),
    amount(row.authority_biomass_in_tons, 'tonnes', {bare: true}), row.platform_biomass_coverage === null ? '–' : amount(row.platform_biomass_coverage, 'share')]);
  const title = last ? t('biomass.table', {month: month(time(last))}) : t('biomass.table.none');
  return card({id: 'biomass-table', ctx, sets: [set], wide: true, title, note: t('unit.tonnes'),
    body: tableElement(title, {head: [t('environment.area'), t('series.platform'), t('series.authority'), t('biomass.coverage')], rows: lines})});
}
