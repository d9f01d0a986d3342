/**
 * Who is signed in. Access tokens live in this module's memory and nowhere else. What a reload goes on with is a cookie that no script reads, except
 * for the one provider without a name. Requests that meet an expired token wait here for the next one, so the page keeps its filters and its picture.
 */

import * as oidc from './oidc.js';
import {placed} from '../base/place.js';

/** Of a provider, or of this server; a refresh token only of the provider without a name. @type {{access: string, refresh: string | null, id: string, at: oidc.Provider | null} | null} */
let tokens = null;
/** @type {string | null} */
let clientSecret = null;
/** @type {Api.UserInfo | null} */
let person = null;
/** @type {Promise<boolean> | null} */
let refreshing = null;
const SESSION = '/web/sign-in/session';
/** The company that an admin looks as, in this tab, also after a reload. */
const LOOK = 'tidemark.look';
/** @type {((reason: string) => Promise<void>)} */
let askToSignIn = () => Promise.reject(new Error('no sign-in'));
/** @type {Promise<void> | null} */
let asking = null;

/** How the page asks for a name and a password. @param {(reason: string) => Promise<void>} ask */
export function onNeeded(ask) {
  askToSignIn = ask;
}

export function who() {
  return person;
}

/** Whether a permission is there; an admin has all, and `admin` alone is an admin's. @param {string} permission */
export function may(permission) {
  return person !== null && (person.roles.includes('admin') || person.permissions.includes(permission));
}

/** Whether the account belongs to a company. */
export function isFarmer() {
  return person !== null && person.farmer_id !== null;
}

/** The company that the reader, an admin, looks as; null for none. */
export function looksAs() {
  return sessionStorage.getItem(LOOK);
}

/** Loads the page anew as a company sees it. @param {string | null} company null: as oneself again */
export function look(company) {
  if (company === null) {
    sessionStorage.removeItem(LOOK);
  } else {
    sessionStorage.setItem(LOOK, company);
  }
  location.assign(placed('/'));
}

/** Sets the client secret, which companies that are not premium send with the token. @param {string | null} secret */
export function useClientSecret(secret) {
  clientSecret = secret || null;
}

/** Whether each request needs the client secret beside the token. */
export function sendsSecret() {
  return clientSecret !== null;
}

/**
 * Signs in; resolves to null, or to the server's refusal.
 *
 * @param {string} username
 * @param {string} password
 * @returns {Promise<{code: number, retryAfter: number} | null>}
 */
export async function signIn(username, password) {
  const answer = await post({username, password});
  if (!answer.ok) {
    return {code: answer.status, retryAfter: Number(answer.headers.get('Retry-After') ?? 0)};
  }
  tokens = taken(await answer.json());
  return identify();
}

/** Goes on with the session of the browser; false if it has none. Throws where nobody answers. */
export async function resume() {
  tokens = await kept();
  return tokens !== null && await identify() === null;
}

/** Comes back from a provider, whose answer is in the URL; resolves as {@link signIn} does. @returns {Promise<{code: number, retryAfter: number} | null>} */
export async function comeBack() {
  const given = await oidc.comeBack(forgetKept);
  tokens = given;
  const refused = await identify();
  if (person !== null && !oidc.isOf(given.at, person.sub)) {
    // another provider's token: the reader did not sign in as this person
    person = null;
    await forgetKept();
    throw new Error('provider');
  }
  if (refused !== null) {
    await forgetKept();
  }
  return refused;
}

/** Asks the server whose token it is. @returns {Promise<{code: number, retryAfter: number} | null>} */
async function identify() {
  const info = await fetch(placed('/v3/auth/userinfo'), {headers: headers(), cache: 'no-store'});
  if (!info.ok && looksAs() !== null) {
    // whoever has signed in may not look
    sessionStorage.removeItem(LOOK);
    return identify();
  }
  if (!info.ok) {
    tokens = null;
    return {code: info.status, retryAfter: 0};
  }
  person = (await info.json()).data;
  return null;
}

/** Has the server end the session of the cookie, and the browser forget it. */
function forgetKept() {
  tokens = null;
  return fetch(placed(SESSION), {method: 'DELETE', cache: 'no-store'}).catch(() => null);
}

/** Signs out here and at the provider; true if that leaves the page. */
export async function signOut() {
  const held = tokens;
  person = null;
  clientSecret = null;
  sessionStorage.removeItem(LOOK);
  await forgetKept();
  return held?.at ? oidc.end({...held, at: held.at}) : false;
}

/** @returns {Record<string, string>} */
function headers() {
  /** @type {Record<string, string>} */
  const sent = tokens ? {Authorization: `Bearer ${tokens.access}`} : {};
  if (clientSecret) {
    sent['x-client-secret'] = clientSecret;
  }
  const company = looksAs();
  if (company !== null) {
    sent['X-Look-As'] = company;
  }
  return sent;
}

/**
 * Fetches with the token; a 401 refreshes it once, then asks the reader to sign in, and sends the request again. It throws if another person signs in:
 * a request of one person must not be sent with the token of another.
 *
 * @param {string} address
 * @param {Record<string, string>} [more] headers
 * @param {{method?: string, body?: string}} [how] a request that is no GET; one that was refused for its token did nothing yet
 * @returns {Promise<Response>}
 */
export async function authorized(address, more = {}, how = {}) {
  const asks = person?.sub;
  if (!tokens) {
    await needSignIn('');
    checkSame(asks);
  }
  const used = tokens?.access;
  const answer = await fetch(placed(address), {...how, headers: {...headers(), ...more}});
  if (answer.status !== 401) {
    return answer;
  }
  const renewed = tokens !== null && (tokens.access !== used || await refresh());
  if (!renewed) {
    await needSignIn('expired');
  }
  checkSame(asks);
  return fetch(placed(address), {...how, headers: {...headers(), ...more}});
}

/** @param {string | undefined} asks who sent the request */
function checkSame(asks) {
  if (asks !== undefined && person?.sub !== asks) {
    throw new Error('somebody else has signed in');
  }
}

/** Opens one sign-in dialog for all requests that wait. @param {string} reason */
async function needSignIn(reason) {
  asking ??= askToSignIn(reason).finally(() => {
    asking = null;
  });
  await asking;
}

/** One refresh at a time: a late second use of the same refresh token ends the sign-in. */
function refresh() {
  refreshing ??= renew().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function renew() {
  if (!tokens) {
    return false;
  }
  if (tokens.at !== null && !oidc.isNamed(tokens.at)) {
    tokens = await oidc.renewed({...tokens, at: tokens.at});
    return tokens !== null;
  }
  const [before, id] = [person, tokens.id];
  tokens = await kept();
  if (tokens === null || await identify() !== null) {
    return false;
  }
  tokens.id ||= id;
  if (before !== null && person?.sub !== before.sub) {
    // in another tab somebody else has signed in: this page stays as it is, and asks who reads it
    tokens = null;
    person = before;
  }
  return tokens !== null;
}

/** The next tokens for the cookie; null if it is no session. Throws where nobody answers, so that the page stays as it is. */
async function kept() {
  const answer = await post({});
  if (answer.status >= 500 || answer.status === 429) {
    throw new TypeError('no session now');
  }
  return answer.status === 200 ? taken(await answer.json()) : null;
}

/** @param {{access_token: string, id_token?: string | null, provider?: oidc.Named}} answer */
function taken(answer) {
  return {access: answer.access_token, refresh: null, id: answer.id_token ?? '', at: answer.provider ?? null};
}

/** @param {object} body */
function post(body) {
  return fetch(placed(SESSION), {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body), cache: 'no-store'});
}
