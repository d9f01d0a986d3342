/** Requests to the API, one per data set. Lists are fetched whole, as NDJSON; a single record as JSON. */
import {authorized} from './session.js';

/**
 * The result of a request. `state` says what to show: `refused` is 400, `unknown` 404, `busy` 429 or 503 after some tries.
 *
 * @template R
 * @typedef {{route: string, query: Query, address: string, single: boolean, state: 'ok' | 'empty' | 'forbidden' | 'refused' | 'unknown' | 'busy' | 'error', rows: R[], message: string,
 *     snapshot: string, through: string, metadata: Record<string, unknown>}} DataSet single: one answer as JSON, with its metadata; through: the last complete day, ISO
 */

/** @typedef {Record<string, string | number | null | undefined>} Query values that are empty are left out */

/** Cache of answers, pending ones too, by address. Pages with the same request share the answer. @type {Map<string, Promise<DataSet<unknown>>>} */
const kept = new Map();
const KEPT = 40;
/** What a refusal means to the reader. @type {Record<number, 'forbidden' | 'refused' | 'unknown' | 'busy'>} */
const STATES = {400: 'refused', 403: 'forbidden', 404: 'unknown', 429: 'busy', 503: 'busy'};

let failed = 0;

/** How many requests have found no server: neither an answer nor a refusal came. */
export function unanswered() {
  return failed;
}

/** Clears the cache, for another reader or another snapshot. */
export function forget() {
  kept.clear();
}

/** The address of a request. @param {string} route @param {Query} query */
export function addressOf(route, query) {
  const used = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const text = new URLSearchParams(used.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${route}?${text}` : route;
}

/**
 * The rows of a route; never throws for what the server answers.
 *
 * @template {string} A
 * @param {A} route the route, or its address where its path has a value
 * @param {Query} [query] only parameters that the route knows
 * @param {{single?: boolean}} [how] single: one record, as JSON
 * @returns {Promise<DataSet<Row<A>>>}
 */
export function rows(route, query = {}, how = {}) {
  const address = addressOf(route, query);
  const known = /** @type {Promise<DataSet<Row<A>>> | undefined} */ (kept.get(address));
  if (known) {
    return known;
  }
  /** @type {Promise<DataSet<Row<A>>>} */
  const asked = ask(route, query, address, how.single ?? false).then(set => {
    if (set.state === 'error' || set.state === 'busy') {
      kept.delete(address);
    }
    return set;
  });
  kept.set(address, asked);
  if (kept.size > KEPT) {
    kept.delete(/** @type {string} */ (kept.keys().next().value));
  }
  return asked;
}

/**
 * @template R
 * @param {string} route
 * @param {Query} query
 * @param {string} address
 * @param {boolean} single
 * @returns {Promise<DataSet<R>>}
 */
async function ask(route, query, address, single) {
  /** @type {DataSet<R>} */
  const set = {route, query, address, single, state: 'ok', rows: [], message: '', snapshot: '', through: '', metadata: {}};
  try {
    const answer = await patiently(address, {Accept: single ? 'application/json' : 'application/x-ndjson'});
    set.snapshot = answer.headers.get('X-Snapshot-Id') ?? '';
    set.through = answer.headers.get('X-Complete-Through') ?? '';
    if (answer.status === 204) {
      return {...set, state: 'empty'};
    }
    if (!answer.ok) {
      const body = await answer.json().catch(() => ({}));
      return {...set, state: STATES[answer.status] ?? 'error', message: body.message ?? String(answer.status)};
    }
    const text = await answer.text();
    const whole = single ? JSON.parse(text) : null;
    set.metadata = whole?.metadata ?? {};
    const found = whole ? [whole.data].flat()
        : text.split('\n').filter(line => line !== '').map(line => JSON.parse(line));
    return {...set, rows: found, state: found.length === 0 ? 'empty' : 'ok'};
  } catch (problem) {
    return {...set, state: 'error', message: problem instanceof Error ? problem.message : String(problem)};
  }
}

/** Repeats a request that a busy server refuses, after the time that it names; three tries at most. @param {string} address @param {Record<string, string>} headers */
async function patiently(address, headers) {
  for (let attempt = 1; ; attempt++) {
    const answer = await authorized(address, headers).catch(problem => {
      // what fetch throws where nobody answers
      failed += problem instanceof TypeError ? 1 : 0;
      throw problem;
    });
    // a proxy answers for a server that is away; 504 is the server's own, of a query that takes too long
    failed += answer.status === 502 ? 1 : 0;
    if (attempt === 3 || answer.status !== 429 && answer.status !== 503) {
      return answer;
    }
    // unread, it would hold one of the browser's six connections
    await answer.body?.cancel();
    const seconds = Math.min(5, Number(answer.headers.get('Retry-After')) || 1);
    await new Promise(resolve => setTimeout(resolve, seconds * 1000));
  }
}
