/**
 * Who is signed in. Tokens live in this module's memory and nowhere else: a reload signs in again. Requests that meet an
 * expired token wait here for the next one, so the page keeps its filters and its picture.
 */

import * as oidc from './oidc.js';
import {placed} from '../base/place.js';

/** Of a provider, or of this server. @type {{access: string, refresh: string | null, id: string, at: oidc.Provider | null} | null} */
let tokens = null;
/** @type {string | null} */
let clientSecret = null;
/** @type {Api.UserInfo | null} */
let person = null;
/** @type {Promise<boolean> | null} */
let refreshing = null;
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
  const answer = await post('/v3/auth/token', {username, password});
  if (!answer.ok) {
    return {code: answer.status, retryAfter: Number(answer.headers.get('Retry-After') ?? 0)};
  }
  take(await answer.json());
  return identify();
}

/** Comes back from a provider, whose answer is in the URL; resolves as {@link signIn} does. @returns {Promise<{code: number, retryAfter: number} | null>} */
export async function comeBack() {
  const given = await oidc.comeBack();
  tokens = given;
  const refused = await identify();
  if (person !== null && !oidc.isOf(given.at, person.sub)) {
    // another provider's token: the reader did not sign in as this person
    tokens = null;
    person = null;
    throw new Error('provider');
  }
  return refused;
}

/** Asks the server whose token it is. */
async function identify() {
  const info = await fetch(placed('/v3/auth/userinfo'), {headers: headers(), cache: 'no-store'});
  if (!info.ok) {
    tokens = null;
    return {code: info.status, retryAfter: 0};
  }
  person = (await info.json()).data;
  return null;
}

/** Signs out here and at the provider; true if that leaves the page. */
export async function signOut() {
  const held = tokens;
  tokens = null;
  person = null;
  clientSecret = null;
  if (held?.at) {
    return oidc.end({...held, at: held.at});
  }
  if (held?.refresh) {
    await post('/v3/auth/revoke', {token: held.refresh}).catch(() => null);
  }
  return false;
}

/** @returns {Record<string, string>} */
function headers() {
  /** @type {Record<string, string>} */
  const sent = tokens ? {Authorization: `Bearer ${tokens.access}`} : {};
  if (clientSecret) {
    sent['x-client-secret'] = clientSecret;
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
  if (tokens.at !== null) {
    tokens = await oidc.renewed({...tokens, at: tokens.at});
    return tokens !== null;
  }
  if (!tokens.refresh) {
    tokens = null;
    return false;
  }
  const answer = await post('/v3/auth/refresh', {refresh_token: tokens.refresh}).catch(() => null);
  if (!answer || !answer.ok) {
    tokens = null;
    return false;
  }
  take(await answer.json());
  return true;
}

/** @param {{access_token: string, refresh_token?: string}} answer a full disk of the server gives no refresh token */
function take(answer) {
  tokens = {access: answer.access_token, refresh: answer.refresh_token ?? null, id: '', at: null};
}

/** @param {string} path @param {object} body */
function post(path, body) {
  return fetch(placed(path), {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body), cache: 'no-store'});
}
