/** A card: title, unit, chart, table, CSV, PNG, the API call, and a link to the SQL behind the figures. */
import {chart, png} from './charts.js';
import {mapPng} from './mappicture.js';
import {dialog, download, freshId, h, unfolding} from '../base/dom.js';
import {current, has, ownName, t} from '../base/i18n.js';
import {placed} from '../base/place.js';
import {day, time} from '../base/format.js';
import {isOurs, summaryOf, tableElement, tableOf} from './table.js';
import {reasonOf} from '../filter/reasons.js';
import {csv} from './csv.js';
import {inWords} from '../filter/filterbar.js';
import {isAllWeights, windowOf} from '../filter/filters.js';
import {isFarmer, sendsSecret} from '../session/session.js';

/**
 * @typedef {{id: string, title: string, note?: string, sets: import('../session/api.js').DataSet<object>[], spec?: Chart.Spec, body?: Page.Content,
 *     table?: import('./table.js').Table | null, wide?: boolean, controls?: Page.Content, foot?: string, hiddenAll?: boolean | 'notYet' | 'noHistory', none?: boolean, tools?: false, map?: SVGElement | null,
 *     ctx: Page.Context}} Figure hiddenAll: `notYet` where all periods still run, `noHistory` where there are too few before them; table null: none is offered;
 *     tools false: a card around it has them; map: one in the body, which goes as PNG
 */

/** States in which the server gave no figures, whatever there is. */
const FAILED = ['forbidden', 'refused', 'unknown', 'busy', 'error'];

/** @param {Figure} figure */
export function card(figure) {
  const heading = freshId('card');
  const problem = stateOf(figure);
  const content = problem ?? [figure.spec ? chart(figure.spec, summaryOf(figure.spec, figure.title)) : null, figure.body];
  const [more, place] = figure.tools === false ? [null, null] : tools(figure, problem === null);
  return h('section', {class: `card ${figure.wide ? 'wide' : ''}`, 'aria-labelledby': heading, 'data-card': figure.id,
    'data-state': problem ? problem.dataset.state : 'ok'},
  h('div', {class: 'card-head'}, h('h2', {id: heading}, figure.title), figure.controls, more),
  // what a note says of the figures, such as whose are missing, is not known where they could not be had
  figure.note && !FAILED.includes(problem?.dataset.state ?? '') ? h('p', {class: 'note'}, figure.note) : null,
  content,
  problem === null && figure.spec?.series ? runningKey(figure.spec) : null,
  problem === null && figure.spec?.hidden?.length ? hiddenKey(figure.spec) : null,
  figure.foot ? h('p', {class: 'note'}, figure.foot) : null,
  place);
}

/** How hidden places are drawn. @param {Chart.Spec} spec */
function hiddenKey(spec) {
  return h('p', {class: 'key'}, spec.kind === 'bars' ? t('hidden.bars')
      : [h('span', {class: 'swatch hatched', 'aria-hidden': 'true'}), t(spec.kind === 'heat' ? 'hidden.heat' : 'hidden.long')]);
}

/** How running periods are drawn, where some are. @param {Chart.Axes | Chart.Cloud} spec */
function runningKey(spec) {
  const drawn = spec.series.filter(each => each.points.some(([x, value]) => value !== null && each.running?.has(x)));
  const waits = drawn.some(isOurs) && drawn.every(isOurs);
  return drawn.length === 0 ? null : h('p', {class: 'key'}, [t(spec.kind === 'lines' ? 'running.lines' : 'running.bars'), waits ? t('running.benchmark') : null].filter(Boolean).join(' '));
}

/** The text shown instead of a figure that cannot be shown; null if it can. @param {Figure} figure */
function stateOf(figure) {
  const first = figure.sets.find(set => set.state !== 'ok' && set.state !== 'empty');
  const state = first ? first.state : figure.sets.length > 0 && figure.sets.every(set => set.state === 'empty') ? 'empty'
      : figure.none ? 'empty' : typeof figure.hiddenAll === 'string' ? figure.hiddenAll : figure.hiddenAll ? 'hidden' : 'ok';
  if (state === 'ok') {
    return null;
  }
  const {texts, wider} = reasonOf(figure.ctx, state);
  return h('div', {class: `state ${state}`, 'data-state': state}, texts.map(text => h('p', {}, text)),
      first && FAILED.includes(state) && state !== 'forbidden' ? h('details', {class: 'note'}, h('summary', {}, t('state.details')), h('p', {lang: 'en'}, first.message)) : null,
      FAILED.includes(state) ? null : h('p', {class: 'note'}, h('a', {href: placed(`/docs/${current()}/empty.html`), target: '_blank', rel: 'noopener'}, t('state.why'))),
      wider ? h('button', {type: 'button', onclick: () => figure.ctx.change(wider.filters)}, wider.text) : null,
      state === 'error' || state === 'busy' ? h('button', {type: 'button', onclick: () => figure.ctx.again()}, t('state.again')) : null);
}

/**
 * What else there is of a figure, in a menu that is one stop of the keyboard, and the place where its table opens.
 *
 * @param {Figure} figure @param {boolean} shown @returns {[HTMLElement | null, HTMLElement]}
 */
function tools(figure, shown) {
  const {spec} = figure;
  // rows of several routes are not of one table
  const files = figure.sets.filter((set, i, all) => set.rows.length > 0 && all.findIndex(each => each.address === set.address) === i);
  const table = shown ? (figure.table ?? (spec ? tableOf(spec) : null)) : null;
  const place = h('div', {class: 'table-place'});
  const button = (/** @type {string} */ text, /** @type {() => void} */ act, /** @type {string} */ name) =>
    h('button', {type: 'button', class: 'tool', 'data-tool': name, 'aria-label': `${text}: ${figure.title}`, onclick: () => {
      menu.open = false;
      act();
    }}, text);
  const toggle = table ? h('button', {type: 'button', class: 'tool', 'data-tool': 'table', 'aria-expanded': 'false',
    'aria-label': `${t('tool.table')}: ${figure.title}`, onclick: () => {
      menu.open = false;
      const open = place.childElementCount === 0;
      place.replaceChildren(...(open ? [tableElement(figure.title, table)] : []));
      toggle?.setAttribute('aria-expanded', String(open));
    }}, t('tool.table')) : null;
  const list = [
      toggle,
      ...files.map(set => button(files.length > 1 ? `CSV: ${set.route}` : 'CSV', () => download(`${fileOf(figure, files.length > 1 ? set.route : undefined)}.csv`,
          new Blob([csv(set.rows)], {type: 'text/csv'})), 'csv')),
      spec && shown ? button('PNG', () => png(spec, figure.title, source(figure))
          .then(picture => download(`${fileOf(figure)}.png`, picture)), 'png') : null,
      shown && figure.map ? button('PNG', () => mapPng(/** @type {SVGElement} */ (figure.map), figure.title, source(figure))
          .then(picture => download(`${fileOf(figure)}.png`, picture)), 'png') : null,
      figure.sets.length > 0 ? button(t('tool.call'), () => showCall(figure), 'call') : null,
      has(`how.${figure.id}`) ? button(t('tool.how'), () => showHow(figure), 'how') : null].filter(item => item !== null);
  const menu = unfolding({class: 'tools'}, h('summary', {'aria-label': `${t('tool.more')}: ${figure.title}`, title: t('tool.more')}, '⋯'), h('div', {class: 'unfolded'}, list));
  return [list.length > 0 ? menu : null, place];
}

/**
 * The name of a file says what its rows do not: whose own figures they have where there is a choice, the filters, and the snapshot.
 *
 * @param {Figure} figure @param {string} [route] where a figure has rows of several
 */
function fileOf({id, ctx, sets}, route) {
  const {areas, generations, weight, withoutUs, own} = ctx.filters;
  const {from, to} = windowOf(ctx.filters, ctx.reference);
  const has = (/** @type {string} */ name) => ctx.uses.includes(name);
  return [id, route?.replace(/^\/v\d\//, '').replaceAll(/[^\w]+/g, '-'), ownName() === null ? null : own, has('areas') ? areas.join('-') : null,
    has('generations') ? generations.join('-') : null, has('weight') && !isAllWeights(ctx.filters) ? `${weight.join('-')}g` : null,
    has('withoutUs') && isFarmer() ? withoutUs ? 'without' : 'with' : null, has('period') ? `${from}-${to}` : null, sets[0]?.snapshot].filter(Boolean).join('_');
}

/** What stands below the title of a picture that leaves the page: the same as on paper, and what only the page around it says. @param {Figure} figure @returns {string[]} */
function source({ctx, note, spec, sets}) {
  const [set] = sets;
  const sites = spec?.kind !== 'heat' && spec?.kind !== 'points' ? spec?.sites : undefined;
  return [[ownName() ?? ctx.reference.company?.name, inWords(ctx.filters, ctx.reference, ctx.uses)].filter(Boolean).join(' · '), note ?? '',
    [sites ? t(sites[0] === sites[1] ? 'note.sites' : 'source.sites', {n: sites[0], from: sites[0], to: sites[1]}) : null, set?.through ? t('shell.through', {day: day(time(set.through))}) : null,
      `Tidemark ${set?.snapshot ?? ''}`.trim()].filter(Boolean).join(' · ')].filter(line => line !== '');
}

/** Routes that are not in the public description. */
const UNDOCUMENTED = ['/v3/mortality/region/rolling-12-month'];

/** Where the documentation of a route is. @param {string} route */
function docsOf(route) {
  return placed(`/docs/routes${route.replace(/^\/v3\/common\/site\/.+/, '/v3/common/site-site_id')}.html`);
}

/** @param {Figure} figure */
function showHow(figure) {
  dialog(figure.title, t('tool.close'), h('p', {}, t(`how.${figure.id}`)), h('h3', {}, t('how.routes')),
      h('ul', {}, figure.sets.map(set => h('li', {}, UNDOCUMENTED.includes(set.route) ? h('code', {}, set.route)
          // in a tab of its own: this one holds the session
          : h('a', {href: docsOf(set.route), target: '_blank', rel: 'noopener'}, set.route), ' – ', t('how.sql'), ' ',
      h('code', {}, `tidemark routes show ${set.route}`)))),
      h('p', {class: 'note'}, t('how.hidden')));
}

/** @param {Figure} figure */
function showCall(figure) {
  const box = dialog(t('tool.call'), t('tool.close'), h('p', {class: 'note'}, t('tool.call.note')), figure.sets.map(codeOf));
  box.querySelector('button')?.focus();
}

/**
 * A request as curl, Python and R. The reader inserts the token. A list is asked for in a form that comes whole: JSON would be a page of it.
 *
 * @param {{address: string, single: boolean}} set
 */
export function codeOf({address, single}) {
  const full = location.origin + placed(address);
  const [plain, query] = full.split('?');
  const pairs = [...new URLSearchParams(query ?? '')];
  const secret = sendsSecret();
  const rForm = single ? '' : '  req_headers(Accept = "text/csv") |>\n';
  const texts = {
    curl: `curl -s -H "Authorization: Bearer $TOKEN" \\\n${secret ? '  -H "x-client-secret: $SECRET" \\\n' : ''}${single ? '' : '  -H \'Accept: text/csv\' \\\n'}  '${full.replaceAll('\'', '%27')}'`,
    Python: `import ${single ? '' : 'json, '}os, requests\n\nanswer = requests.get(\n    ${JSON.stringify(plain)},\n    params={${pairs.map(([k, v]) => `${JSON.stringify(k)}: ${JSON.stringify(v)}`).join(', ')}},\n`
        + `    headers={"Authorization": "Bearer " + os.environ["TOKEN"]${secret ? ',\n             "x-client-secret": os.environ["SECRET"]' : ''}${single ? '' : ',\n             "Accept": "application/x-ndjson"'}})\nanswer.raise_for_status()\n`
        + (single ? 'record = answer.json()["data"]' : 'rows = [json.loads(line) for line in answer.content.split(b"\\n") if line]'),
    R: `library(httr2)\n\nanswer <- request(${JSON.stringify(plain)}) |>\n${pairs.length > 0 ? `  req_url_query(${pairs.map(([k, v]) => `${k} = ${JSON.stringify(v)}`).join(', ')}) |>\n` : ''}${rForm}`
        + `${secret ? '  req_headers("x-client-secret" = Sys.getenv("SECRET")) |>\n' : ''}  req_auth_bearer_token(Sys.getenv("TOKEN")) |>\n  req_perform()\n`
        + (single ? 'record <- resp_body_json(answer)$data' : 'rows <- if (resp_has_body(answer)) read.csv(text = resp_body_string(answer)) else data.frame()'),
  };
  return h('div', {class: 'calls'}, Object.entries(texts).map(([name, text]) => [h('h3', {}, name),
    h('pre', {tabindex: 0}, h('code', {}, text)),
    h('button', {type: 'button', class: 'tool', onclick: () => navigator.clipboard?.writeText(text)}, t('tool.copy', {name}))]));
}
