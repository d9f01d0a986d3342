/** Converts filters between the URL and the parameters of each route. */
import {iso, time} from '../base/format.js';
import {here} from '../base/place.js';
import {isFarmer} from '../session/session.js';

const DAY = 86_400_000;
export const PERIODS = ['12w', '12m', '3y', 'generation', 'dates'];
const WEIGHTS = [0, 15_000];
/** The filters' names in the address. */
const OWN = ['areas', 'period', 'from', 'to', 'generation', 'weight', 'without_us', 'own'];
/** Other parts of the address that mean the same on every page. */
const EVERYWHERE = ['area', 'kind', 'losses', 'wall', 'seconds'];

/**
 * @typedef {{areas: string[], period: string, from: string, to: string, generations: string[], weight: [number, number],
 *     withoutUs: boolean, own: 'company' | 'group'}} Filters own: whose fish own figures are of
 */

/** Those of an address without any: a company is held against the others, not against itself among them. @returns {Filters} */
export function none() {
  return {areas: [], period: '12m', from: '', to: '', generations: [], weight: [0, 15_000], withoutUs: isFarmer(), own: 'company'};
}

/** Reads the filters of the URL. Other parameters and invalid values are ignored. @param {URLSearchParams} search @returns {Filters} */
export function read(search) {
  const filters = none();
  const list = (/** @type {string} */ name) => (search.get(name) ?? '').split(',').filter(item => item !== '');
  filters.areas = list('areas');
  filters.generations = list('generation').filter(code => /^[VH]\d{4}$/.test(code));
  const period = search.get('period') ?? '';
  filters.period = PERIODS.includes(period) ? period : '12m';
  if (filters.period === 'dates') {
    filters.from = isDate(search.get('from')) ?? '';
    filters.to = isDate(search.get('to')) ?? '';
  }
  const weight = /^(\d{1,5})-(\d{1,5})$/.exec(search.get('weight') ?? '');
  if (weight && Number(weight[1]) < Number(weight[2]) && Number(weight[2]) <= WEIGHTS[1]) {
    filters.weight = [Number(weight[1]), Number(weight[2])];
  }
  // only a company can be left out: the API refuses it to others
  filters.withoutUs = isFarmer() && search.get('without_us') !== '0';
  filters.own = search.get('own') === 'group' ? 'group' : 'company';
  return filters;
}

/** @param {string | null} text */
function isDate(text) {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}

/** The query part of the page's URL, without defaults. @param {Filters} filters @param {URLSearchParams} rest */
export function write(filters, rest) {
  const search = new URLSearchParams();
  const set = (/** @type {string} */ name, /** @type {string} */ value) => value !== '' && search.set(name, value);
  set('areas', filters.areas.join(','));
  set('period', filters.period === '12m' ? '' : filters.period);
  set('from', filters.period === 'dates' ? filters.from : '');
  set('to', filters.period === 'dates' ? filters.to : '');
  set('generation', filters.generations.join(','));
  set('weight', isAllWeights(filters) ? '' : filters.weight.join('-'));
  set('without_us', filters.withoutUs === none().withoutUs ? '' : '0');
  set('own', filters.own === none().own ? '' : filters.own);
  for (const [name, value] of rest) {
    if (!OWN.includes(name)) {
      set(name, value);
    }
  }
  return readable(search);
}

/** The query part for another page: filters, and what means the same there. @param {Filters} filters @param {URLSearchParams} rest */
export function writeElsewhere(filters, rest) {
  return write(filters, new URLSearchParams([...rest].filter(([name]) => EVERYWHERE.includes(name))));
}

/** The page's address with one part of its query set. @param {string} name @param {string} value '' takes it out */
export function addressWith(name, value) {
  const search = new URLSearchParams(location.search);
  search.delete(name);
  if (value !== '') {
    search.set(name, value);
  }
  const query = readable(search);
  return here() + (query ? `?${query}` : '');
}

/** @param {URLSearchParams} search */
function readable(search) {
  return search.toString().replaceAll('%2C', ',');
}

/** @param {Filters} filters */
export function isAllWeights(filters) {
  return filters.weight[0] === WEIGHTS[0] && filters.weight[1] === WEIGHTS[1];
}

/** The first day that can hold fish of a generation, by its name: V from January, H from August. @param {string} code */
export function transferOf(code) {
  return `${code.slice(1)}-${code.startsWith('V') ? '01' : '08'}-01`;
}

/**
 * The first and last day that are asked for.
 *
 * @param {Filters} filters
 * @param {{end: string, generations: {generation: string}[]}} reference end: the last day with data
 */
export function windowOf(filters, reference) {
  const end = time(reference.end);
  const newest = filters.generations[0] ?? newestGeneration(reference);
  const at = new Date(end);
  const back = (/** @type {number} */ months) => iso(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, at.getUTCDate()));
  switch (filters.period) {
    case '12w': return {from: iso(end - 84 * DAY), to: reference.end};
    case '3y': return {from: back(36), to: reference.end};
    case 'generation': return {from: newest ? transferOf(newest) : back(12), to: reference.end};
    case 'dates': return {from: filters.from || back(12), to: filters.to || reference.end};
    default: return {from: back(12), to: reference.end};
  }
}

/** The youngest generation with half a year at sea, so that its curve is long enough. @param {{end: string, generations: {generation: string}[]}} reference */
export function newestGeneration(reference) {
  const old = iso(time(reference.end) - 182 * DAY);
  return reference.generations.map(each => each.generation).filter(code => transferOf(code) <= old).at(-1) ?? '';
}

/**
 * The parameters of a route family, from the filters that it knows.
 *
 * @param {string} family mortality, comparison, environment, feeding, inventory, treatment or treatment-generation
 * @param {Filters} filters
 * @param {Page.Reference} reference
 * @returns {Record<string, string>}
 */
export function parameters(family, filters, reference) {
  const {from, to} = windowOf(filters, reference);
  const generations = (filters.period === 'generation' && filters.generations.length === 0
      ? [newestGeneration(reference)] : filters.generations).join(',');
  const areas = filters.areas.join(',');
  switch (family) {
    case 'mortality':
    case 'feeding': return {
      from_date: from, to_date: to, areas, generations,
      weight_range_start: isAllWeights(filters) ? '' : String(filters.weight[0]),
      weight_range_end: isAllWeights(filters) ? '' : String(filters.weight[1]),
      exclude_self: filters.withoutUs ? 'true' : '', own: whose(filters, reference),
    };
    case 'comparison': return {from_date: from, to_date: to, areas, generations, own: whose(filters, reference)};
    case 'environment': return {from_date: from, to_date: to, areas};
    case 'inventory': return {from_date: from, to_date: to};
    case 'treatment': return {start_date: from, end_date: to, areas: productionAreas(filters, reference)};
    // its curves begin with the generation, whatever the period
    case 'treatment-generation': return {areas: productionAreas(filters, reference), generation: generations};
    default: throw new Error(family);
  }
}

/**
 * Whose fish own figures are of. The API refuses it to readers without a company; a company alone in its group says nothing, since the group's
 * figures are its own, and the server has parts of them ready.
 *
 * @param {Filters} filters
 * @param {Page.Reference} reference
 */
function whose(filters, reference) {
  return isFarmer() && reference.company?.number_of_farmers_in_dataset !== 1 ? filters.own : '';
}

/** Treatment routes know production areas alone. @param {Filters} filters @param {Page.Reference} reference */
export function productionAreas(filters, reference) {
  return filters.areas.flatMap(item => reference.areas.find(area => area.area_id === item)?.production_area_ids
      ?? (/^\d+$/.test(item) ? [Number(item)] : [])).join(',');
}
