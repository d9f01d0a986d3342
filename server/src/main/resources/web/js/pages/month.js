/** The board's sheet: a company's month in five sentences and four charts, on one page of paper. */
import {rows} from '../session/api.js';
import {card} from '../figure/card.js';
import {choose, chosen} from '../figure/choice.js';
import {focus} from '../figure/compare.js';
import {withGaps, withValues} from '../figure/charts.js';
import {quarterText} from '../figure/quarters.js';
import {ratios} from '../figure/ratios.js';
import {h} from '../base/dom.js';
import {generationName} from '../filter/filterbar.js';
import {parameters} from '../filter/filters.js';
import {amount, iso, month, plain, time} from '../base/format.js';
import {has, ownName, t, within} from '../base/i18n.js';
import {areaName} from '../session/reference.js';
import {isComplete, lastDay} from '../figure/periods.js';
import {isFarmer, may} from '../session/session.js';
import {companySentence, ratioText, sentence} from './parts/compared.js';

export const uses = ['areas', 'withoutUs'];
/** Months to choose from. */
const MONTHS = 13;
/** Months of a generation that are drawn. */
const CURVE = 24;
/** The youngest generations that are drawn. */
const GENERATIONS = 3;
/** Areas in the list of ratios, and causes, that fit on the sheet. */
const MOST = 6;
const HIGHEST = 4;

/** The first day of a month some months before that of a day, ms. @param {number} at @param {number} before */
function firstOf(at, before) {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - before, 1);
}

/** The complete months, the newest first. @param {Page.Context} ctx */
function monthsOf(ctx) {
  const through = time(ctx.reference.through);
  return Array.from({length: MONTHS + 1}, (_, i) => firstOf(through, i)).filter(at => lastDay(at, 'month') <= through).slice(0, MONTHS);
}

/** The month that the address names, else the last complete one. @param {Page.Context} ctx */
function monthOf(ctx) {
  const said = chosen(ctx, 'month', '');
  const all = monthsOf(ctx);
  return all.find(at => iso(at).slice(0, 7) === said) ?? all[0] ?? firstOf(time(ctx.reference.through), 0);
}

/** @param {Page.Context} ctx */
export async function load(ctx) {
  const at = monthOf(ctx);
  const window = {from_date: iso(at), to_date: iso(lastDay(at, 'month'))};
  const mortality = {...parameters('mortality', {...ctx.filters, generations: [], weight: [0, 15_000]}, ctx.reference), ...window};
  /** @type {Record<string, string>} */
  const compared = {...parameters('comparison', {...ctx.filters, generations: []}, ctx.reference), ...window};
  const expected = (/** @type {string} */ by) => isFarmer() ? rows('/v3/comparison/expected-loss', {...compared, period_grouping: 'month', group_by: by}) : null;
  const [whole, areas, generations, causes, quarters, published] = await Promise.all([expected('company'), expected('area'),
    rows('/v3/mortality/generations/rate', {...mortality, from_date: iso(firstOf(at, CURVE))}), rows('/v3/mortality/categories/rate', mortality),
    rows('/v3/comparison/site-quarters', {...window, areas: compared.areas}), may('raw:read') ? rows('/v3/comparison/public-quartiles', {...window, areas: compared.areas, kind: 'month'}) : null]);
  return {at, whole, areas, generations, causes, quarters, published};
}

/** @typedef {Awaited<ReturnType<typeof load>>} Data */

/** @param {Page.Context} ctx @param {Data} data */
export function draw(ctx, data) {
  const parts = [generations(ctx, data), byArea(ctx, data), causes(ctx, data), quarters(ctx, data)];
  const sentences = [data.whole ? companySentence(ctx, data.whole) : null, ...parts.map(part => part?.said)].filter(text => text);
  const picker = h('select', {'aria-label': t('axis.month'), 'data-filter': 'month', onchange: () => choose(ctx, 'month', picker.value)},
      monthsOf(ctx).map(at => h('option', {value: iso(at).slice(0, 7), selected: at === data.at}, month(at))));
  return h('div', {class: 'grid sheet'}, card({id: 'month', ctx, sets: [], wide: true, table: null, controls: picker, title: t('month.title', {company: ownName() ?? ctx.reference.company?.name ?? t('month.coast'), month: month(data.at)}),
    body: h('ul', {class: 'news'}, sentences.map(text => h('li', {}, text)))}), parts.map(part => part?.card));
}

/** What share of the fish put to sea has been lost, of the youngest generations in the reader's main area. @param {Page.Context} ctx @param {Data} data */
function generations(ctx, {generations: set, at}) {
  const area = focus(ctx, set.rows);
  const last = iso(lastDay(at, 'month'));
  const own = set.rows.filter(row => row.platform_area_name === area.area && row.loss_rate_month.slice(0, 10) <= last);
  const isOwn = own.some(row => row.farmer_compared_share_lost !== null);
  const codes = [...new Set(own.filter(row => (isOwn ? row.farmer_compared_share_lost : row.share_lost) !== null).map(row => row.generation))].slice(-GENERATIONS);
  const series = codes.flatMap((code, i) => {
    const of = own.filter(row => row.generation === code);
    const points = (/** @type {'share_lost' | 'farmer_compared_share_lost'} */ field) => withGaps(of.map(row => [firstOf(time(row.loss_rate_month), 0), row[field]]), 'month');
    return withValues([{name: generationName(code), role: 'item', colour: i, points: points('share_lost')},
      {name: t('mortality.curve.own', {name: generationName(code)}), role: 'item', bold: true, ours: true, colour: i, points: points('farmer_compared_share_lost')}]);
  });
  const newest = own.filter(row => row.loss_rate_month.slice(0, 10) === last && isComplete(row) && row.share_lost !== null && (!isOwn || row.farmer_compared_share_lost !== null)).at(-1);
  const values = newest ? {name: generationName(newest.generation), area: area.title, month: month(at), own: amount(newest.farmer_compared_share_lost, 'risk'), benchmark: amount(newest.share_lost, 'risk')} : null;
  const said = values ? t(isOwn ? 'month.generation' : 'month.generation.benchmark', values) : null;
  return {said, card: card({id: 'month-generations', ctx, sets: [set], none: series.length === 0, title: t('month.generations', {area: area.title}), note: t('month.generations.note'),
    spec: {kind: 'lines', x: 'month', unit: 'risk', size: 'short', series}})};
}

/** Observed against expected by area; nothing for readers without a company. @param {Page.Context} ctx @param {Data} data */
function byArea(ctx, {areas: set}) {
  if (set === null) {
    return null;
  }
  const list = set.rows.filter(row => row.ratio !== null).sort((a, b) => Math.abs(b.excess_count ?? 0) - Math.abs(a.excess_count ?? 0));
  const name = (/** @type {typeof list[number]} */ row) => areaName(ctx.reference, row.platform_area_name ?? '');
  const said = list.length > 1 ? t('compared.area', {area: name(list[0]), sentence: within(sentence(list[0]))}) : null;
  return {said, card: card({id: 'month-areas', ctx, sets: [set], title: t('month.areas'), note: t('month.areas.note'),
    table: {head: [t('areas.area'), t('compare.observed'), t('compare.expected'), t('compare.ratio')], rows: list.map(row => [name(row), plain(row.observed_count), amount(row.expected_count, 'count'), ratioText(row.ratio)])},
    // the fish are there, and too few of them are comparable
    body: list.length === 0 ? h('p', {class: 'state'}, t('compare.loss.none')) : ratios(list.slice(0, MOST).map(row => ({name: name(row), ratio: row.ratio, low: row.ratio_low, high: row.ratio_high, weight: row.expected_count ?? 0, text: ratioText(row.ratio)})), t('compare.ratio')),
    foot: list.length > MOST ? t('compare.cut', {n: MOST, all: list.length}) : undefined})};
}

/** What fish died of, own beside others. @param {Page.Context} ctx @param {Data} data */
function causes(ctx, {causes: set, at}) {
  const sum = (/** @type {string} */ code, /** @type {'mortality_rate' | 'farmer_mortality_rate'} */ field) => {
    const known = set.rows.filter(row => row.loss_category_code[0] === code).map(row => row[field]).filter(value => value !== null);
    return known.length === 0 ? null : known.reduce((all, value) => all + value, 0);
  };
  // a long name is cut below its bar
  const list = [...new Set(set.rows.map(row => row.loss_category_code[0]))].map(code => ({name: has(`cause.short.${code}`) ? t(`cause.short.${code}`) : has(`cause.${code}`) ? t(`cause.${code}`) : code, own: sum(code, 'farmer_mortality_rate'), others: sum(code, 'mortality_rate')}))
      .sort((a, b) => Math.max(b.own ?? 0, b.others ?? 0) - Math.max(a.own ?? 0, a.others ?? 0));
  const apart = list.filter(each => each.own !== null && each.others !== null).sort((a, b) => Math.abs(Number(b.own) - Number(b.others)) - Math.abs(Number(a.own) - Number(a.others)))[0];
  const said = apart ? t('month.cause', {cause: within(apart.name), own: amount(apart.own, 'percent'), others: amount(apart.others, 'percent')}) : null;
  const series = withValues([{name: t('series.benchmark'), role: 'benchmark', points: list.map(each => [each.name, each.others])},
    {name: t('series.own'), role: 'own', points: list.map(each => [each.name, each.own])}]);
  return {said, card: card({id: 'month-causes', ctx, sets: [set], none: list.length === 0, hiddenAll: list.length > 0 && series.length === 0, title: t('month.causes', {month: month(at)}), note: t('month.causes.note'),
    spec: {kind: 'bars', x: 'text', unit: 'percent', size: 'short', series}})};
}

/** In which quarters of their areas the company's sites were, and of all of the country's where those are there. @param {Page.Context} ctx @param {Data} data */
function quarters(ctx, {quarters: set, published, at}) {
  const own = (/** @type {typeof set.rows} */ list) => list.reduce((sum, row) => sum + (row.farmer_site_ids?.length ?? 0), 0);
  const counts = new Map(['1', '1–2', '1–3', '2', '2–3', '2–4', '3', '3–4', '4'].map(name => [name, own(set.rows.filter(row => quarterText(set, row) === name))]));
  // all quarters joined say nothing of a site; and which of an area's are in the highest is known where that stands alone
  const joined = own(set.rows.filter(row => quarterText(set, row) === '1–4'));
  const apart = new Set(set.rows.filter(row => row.quarter === HIGHEST).map(row => row.platform_area_name));
  const all = own(set.rows.filter(row => apart.has(row.platform_area_name)));
  const country = (published?.rows ?? []).filter(row => row.region !== 'Norge' && row.farmer_quarter !== null);
  const nation = [1, 2, 3, 4].map(quarter => country.filter(row => row.farmer_quarter === quarter).length);
  const said = [all > 0 ? t('month.quarters.said', {n: counts.get('4') ?? 0, all}) : null, country.length > 0 ? t('month.public.said', {n: nation[3], all: country.length}) : null].filter(text => text !== null).join(' ');
  const shown = [...counts].filter(([name, n]) => n > 0 || name.length === 1);
  const series = withValues([{name: t('month.quarters.area'), role: 'own', points: own(set.rows) > joined ? shown.map(([name, n]) => [name, n]) : []},
    {name: t('month.quarters.country'), role: 'item', colour: 1, points: country.length > 0 ? shown.map(([name]) => [name, name.length === 1 ? nation[Number(name) - 1] : null]) : []}]);
  return {said, card: card({id: 'month-quarters', ctx, sets: [set, published].filter(each => each !== null), none: series.length === 0, title: t('month.quarters', {month: month(at)}), note: t('month.quarters.note'), foot: joined > 0 ? t('month.quarters.joined', {n: joined}) : undefined,
    spec: {kind: 'bars', x: 'text', xTitle: t('compare.quarter'), unit: 'count', size: 'short', series}})};
}
