/** Anything else? Every route of the API, with a form made from its description. */
import {rows} from '../session/api.js';
import {card, codeOf} from '../figure/card.js';
import {numberIn} from '../figure/fields.js';
import {freshId, h} from '../base/dom.js';
import {plain, time} from '../base/format.js';
import {current, t} from '../base/i18n.js';
import {tableElement} from '../figure/table.js';
import {authorized} from '../session/session.js';
import {addressOfPage} from '../shell/pages.js';

/** @type {string[]} */
export const uses = [];
const SHOWN = 500;
/** The route that is there when none is chosen. */
const FIRST = '/v3/mortality/areas/week';
/** Parameters that say in which form a file comes; here rows come as they are. */
const OF_FILES = ['format', 'decimal', 'snapshot'];

/**
 * What is read of the API's description.
 *
 * @typedef {{$ref: string}} Reference
 * @typedef {{type?: string, enum?: unknown[], default?: unknown}} Schema
 * @typedef {{name: string, in: string, description?: string, schema: Schema | Reference}} Parameter
 * @typedef {{summary?: string, description?: string, parameters?: (Parameter | Reference)[]}} Operation
 * @typedef {{paths: Record<string, {get?: Operation, parameters?: (Parameter | Reference)[]}>}} Description
 */

/** The API's description, read once; null where the server has none. @type {Promise<Description | null> | null} */
let described = null;

function description() {
  described ??= authorized('/openapi', {Accept: 'application/json'}).then(answer => answer.ok ? answer.json() : null, () => null);
  return described;
}

/**
 * Names of routes in both languages, by groups, and help in Norwegian; the English help is the API's description.
 *
 * @typedef {{group: string, en: string, nb: string, help: string}} Named
 * @typedef {{groups: Record<string, {en: string, nb: string}>, routes: Record<string, Named>, parameters: Record<string, string>}} Words
 */

/** Read once; null where they cannot be had: the page has paths then. @type {Promise<Words | null> | null} */
let words = null;

function names() {
  words ??= fetch(new URL('../../i18n/routes.json', import.meta.url)).then(answer => answer.json(), () => null);
  return words;
}

/** What the form was sent with, which is in the address; null where it was not sent. @param {Page.Context} ctx */
function sent(ctx) {
  const said = ctx.search.get('ask');
  return said === null ? null : new URLSearchParams(said);
}

/** The description, and the answer where the form was sent. @param {Page.Context} ctx */
export async function load(ctx) {
  const [api, said] = await Promise.all([description(), names()]);
  const query = sent(ctx);
  const path = ctx.search.get('route') ?? FIRST;
  if (api === null || query === null || !api.paths[path]?.get) {
    return {api, said, set: null};
  }
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(each => each[1]);
  const asked = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(query.get(name) ?? ''));
  return {api, said, set: await rows(asked, Object.fromEntries([...query].filter(([name]) => !inPath.includes(name))), {single: inPath.length > 0})};
}

/** @param {Page.Context} ctx @param {Awaited<ReturnType<typeof load>>} data */
export function draw(ctx, {api, said, set}) {
  if (api === null) {
    return card({id: 'explore', ctx, sets: [], title: t('explore.title'), body: h('p', {class: 'state'}, t('explore.none'))});
  }
  const paths = Object.entries(api.paths).filter(([path, item]) => /^\/v\d/.test(path) && item.get && !path.startsWith('/v3/auth') && !path.startsWith('/v3/admin'))
      .sort(([a], [b]) => a.localeCompare(b));
  const wanted = ctx.search.get('route') ?? FIRST;
  const [path, item] = paths.find(([each]) => each === wanted) ?? paths[0];
  const option = (/** @type {string} */ each) => h('option', {value: each, selected: each === path}, nameOf(said, each));
  const groups = Object.entries(said?.groups ?? {}).map(([group, name]) => ({name: name[/** @type {'en' | 'nb'} */ (current())],
    routes: paths.map(([each]) => each).filter(each => said?.routes[each]?.group === group).sort((a, b) => nameOf(said, a).localeCompare(nameOf(said, b), current()))}));
  const rest = paths.map(([each]) => each).filter(each => said?.routes[each] === undefined);
  const select = h('select', {'data-filter': 'route', 'aria-label': t('explore.route'), onchange: () => ctx.go(`${addressOfPage('explore')}?route=${encodeURIComponent(select.value)}`)},
      groups.map(group => h('optgroup', {label: group.name}, group.routes.map(option))), rest.map(option));
  return h('div', {class: 'grid'}, card({id: 'explore', ctx, sets: [], wide: true, title: nameOf(said, path), note: path, controls: select, foot: t('sites.offshore'),
    body: form(ctx, path, item.get ?? {}, item.parameters ?? [], api, said)}), set ? answerCard(ctx, set, nameOf(said, path)) : null);
}

/** A route's name in the reader's language; its path where it has none. @param {Words | null} said @param {string} path */
function nameOf(said, path) {
  return said?.routes[path]?.[/** @type {'en' | 'nb'} */ (current())] ?? path;
}

/** What a node says, or what it refers to. @template T @param {T | Reference} node @param {Description} api @returns {T} */
function resolved(node, api) {
  if (!(node instanceof Object && '$ref' in node)) {
    return node;
  }
  /** @type {unknown} */
  let at = api;
  for (const key of node.$ref.slice(2).split('/')) {
    at = /** @type {Record<string, unknown>} */ (at)[key.replaceAll('~1', '/')];
  }
  return /** @type {T} */ (at);
}

/**
 * @param {Page.Context} ctx @param {string} path @param {Operation} operation @param {(Parameter | Reference)[]} shared @param {Description} api
 * @param {Words | null} said
 */
function form(ctx, path, operation, shared, api, said) {
  const before = sent(ctx);
  const parameters = [...shared, ...(operation.parameters ?? [])].map(each => /** @type {Parameter} */ (resolved(each, api)))
      .filter(each => (each.in === 'query' || each.in === 'path') && !OF_FILES.includes(each.name));
  const norwegian = current() === 'nb' ? said : null;
  const help = norwegian?.routes[path]?.help;
  const fields = parameters.map(each => ({name: each.name, ...field({...each, description: norwegian?.parameters[each.name] ?? each.description}, resolved(each.schema, api) ?? {}, before?.get(each.name) ?? '')}));
  return [help ? h('p', {}, help) : [h('p', {lang: 'en'}, operation.summary ?? ''), operation.description ? h('p', {class: 'note', lang: 'en'}, coded(operation.description)) : null],
    h('form', {onsubmit: (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const filled = fields.map(each => [each.name, each.input.value.trim()]).filter(([, value]) => value !== '');
      const query = new URLSearchParams({route: path, ask: new URLSearchParams(filled).toString()});
      return ctx.go(`${addressOfPage('explore')}?${query}`);
    }}, h('div', {class: 'form'}, fields.map(each => each.row)), h('p', {}, h('button', {type: 'submit', class: 'main'}, t('explore.ask'))))];
}

/** A text in which backticks mean code. @param {string} text */
function coded(text) {
  return text.split('`').map((part, i) => i % 2 === 1 ? h('code', {}, part) : part);
}

/** @param {Parameter} parameter @param {Schema} schema @param {string} now what it was sent with */
function field(parameter, schema, now) {
  const id = freshId('parameter');
  const choices = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : null);
  const usual = schema.default === undefined ? '' : t('explore.default', {value: String(schema.default)});
  const input = choices
      ? h('select', {id, name: parameter.name}, h('option', {value: ''}, usual || '–'), choices.map(value => h('option', {value, selected: String(value) === now}, String(value))))
      : h('input', {id, name: parameter.name, value: now, required: parameter.in === 'path', placeholder: usual, inputmode: schema.type === 'integer' ? 'numeric' : null});
  const note = freshId('note');
  input.setAttribute('aria-describedby', note);
  return {input, row: h('div', {class: 'field'}, h('label', {for: id}, parameter.name), input, h('span', {class: 'note', id: note}, parameter.description ?? ''))};
}

/** The rows as a table, as lines where they have a date, and the call. @param {Page.Context} ctx @param {import('../session/api.js').DataSet<AnyRow>} set @param {string} name the route's */
function answerCard(ctx, set, name) {
  const names = [...new Set(set.rows.flatMap(row => Object.keys(row)))];
  const text = (/** @type {unknown} */ value) => value === null || value === undefined ? '–' : typeof value === 'number' ? plain(value)
      : typeof value === 'object' ? JSON.stringify(value) : String(value);
  const table = {head: names, rows: set.rows.slice(0, SHOWN).map(row => names.map(name => text(row[name])))};
  const title = t('explore.rows', {n: set.rows.length, name});
  return card({id: 'answer', ctx, sets: [set], wide: true, title, note: [set.address, set.rows.length > SHOWN ? t('explore.cut', {n: SHOWN}) : null].filter(Boolean).join(' · '), table: null,
    spec: chartOf(set.rows, names), body: [tableElement(title, table), h('h3', {}, t('tool.call')), codeOf(set)]});
}

/** A line for each number of rows that have one date each, at most eight. @param {AnyRow[]} list @param {string[]} names @returns {Chart.Axes | undefined} */
function chartOf(list, names) {
  const date = names.find(name => list.every(row => typeof row[name] === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(/** @type {string} */ (row[name]))));
  if (!date || list.length < 2 || new Set(list.map(row => row[date])).size !== list.length) {
    return undefined;
  }
  const numbers = names.filter(name => list.some(row => typeof row[name] === 'number')).slice(0, 8);
  const sorted = [...list].sort((a, b) => String(a[date]).localeCompare(String(b[date])));
  return {kind: 'lines', x: 'day', unit: 'none', free: true, series: numbers.map((name, i) => ({name, role: 'item', colour: i,
    points: sorted.map(row => [time(String(row[date])), numberIn(row, name)])}))};
}
