/**
 * Sign-in by an OpenID provider: authorization code with PKCE (RFC 7636). Between leaving the page and coming back the session storage holds what
 * belongs to this attempt (provider, state, nonce, verifier), never a token. A company's provider has a name; the page learns of it only when the
 * reader has chosen it, and the server asks it for tokens, and keeps the refresh token in a cookie. The one provider without a name is in the settings, and the page asks it itself.
 */

import {here, placed} from '../base/place.js';
import {settings} from './settings.js';

/** @typedef {{issuer: string, client_id: string, scopes: string}} Unnamed */
/** @typedef {Unnamed & {name: string, authorization_endpoint: string, end_session_endpoint: string | null, names_issuer: boolean}} Named */
/** @typedef {Unnamed | Named} Provider */
/** @typedef {{access: string, refresh: string | null, id: string, at: Provider}} Tokens */

const ATTEMPT = 'tidemark.signin';
/** Clock difference to the provider that is accepted, seconds. */
const SKEW = 60;

/** @type {Promise<{authorization: string, token: string, end: string | null}> | null} */
let found = null;

/** Whether the browser offers its cryptography here: it needs https or localhost. */
function isAble() {
  return window.isSecureContext;
}

/** The provider of all; null if none is set. @returns {Promise<Unnamed | null>} */
export function provider() {
  return settings().then(known => isAble() ? known.provider : null);
}

/** How readers find the provider of their company; null if no company has one. */
export function companies() {
  return settings().then(known => isAble() ? known.companies : null);
}

/**
 * The provider of a company, by its name in the list or by an e-mail address; null if there is none.
 *
 * @param {{provider: string} | {email: string}} chosen
 * @returns {Promise<Named | null>}
 */
export async function company(chosen) {
  return (await asked('', chosen)).provider;
}

/** Asks the server about a company's provider. @param {string} path @param {object} body */
async function asked(path, body) {
  const answer = await fetch(placed(`/web/sign-in${path}`), {method: 'POST', headers: {'Content-Type': 'application/json'},
    body: JSON.stringify(body), cache: 'no-store'});
  if (!answer.ok) {
    throw Object.assign(new Error('sign-in'), {retryAfter: answer.status === 429 ? Number(answer.headers.get('Retry-After') ?? 0) : 0});
  }
  return answer.json();
}

/** @param {Provider} at @returns {at is Named} */
export function isNamed(at) {
  return 'name' in at;
}

/** The endpoints of the provider of all. They must have the origin of the issuer. @param {Provider} at */
function endpoints(at) {
  found ??= fetch(`${at.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`).then(async answer => {
    const document = await answer.json();
    const origin = new URL(at.issuer).origin;
    const good = (/** @type {string | undefined} */ address) => address !== undefined && new URL(address).origin === origin;
    if (document.issuer !== at.issuer || !good(document.authorization_endpoint) || !good(document.token_endpoint)) {
      throw new Error('discovery');
    }
    return {authorization: document.authorization_endpoint, token: document.token_endpoint,
      end: good(document.end_session_endpoint) ? document.end_session_endpoint : null};
  });
  found.catch(() => {
    found = null;
  });
  return found;
}

/** @param {Uint8Array} bytes */
function base64url(bytes) {
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function random() {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * The page to which a provider sends readers back. Each company's has its own, so that a code of one cannot pass for another's.
 *
 * @param {Provider} at
 */
function back(at) {
  return isNamed(at) ? `/sign-in/${at.name}` : '/';
}

/** Goes to the provider's sign-in page. @param {Provider} at @param {string} [email] the address to fill in there */
export async function leave(at, email) {
  const authorization = isNamed(at) ? at.authorization_endpoint : (await endpoints(at)).authorization;
  const attempt = {at, state: random(), nonce: random(), verifier: random(), address: location.pathname + location.search};
  const challenge = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(attempt.verifier))));
  sessionStorage.setItem(ATTEMPT, JSON.stringify(attempt));
  const target = new URL(authorization);
  for (const [name, value] of Object.entries({response_type: 'code', client_id: at.client_id, redirect_uri: location.origin + placed(back(at)),
    scope: at.scopes, state: attempt.state, nonce: attempt.nonce, code_challenge: challenge, code_challenge_method: 'S256',
    ...email && {login_hint: email}})) {
    target.searchParams.set(name, value);
  }
  location.assign(target);
}

/** Whether the URL is a redirect from a provider. */
export function isBack() {
  const query = new URLSearchParams(location.search);
  return (here() === '/' || here().startsWith('/sign-in/')) && query.has('state') && (query.has('code') || query.has('error'));
}

/**
 * Exchanges the code in the URL for tokens and restores the former URL. Throws if the reader does not come back from the provider that the
 * attempt was begun with: by the state, the page, the issuer (RFC 9207) or the nonce.
 *
 * @param {() => Promise<unknown>} forget ends the session that the exchange has begun
 * @returns {Promise<Tokens>}
 */
export async function comeBack(forget) {
  const query = new URLSearchParams(location.search);
  const page = here();
  const stored = sessionStorage.getItem(ATTEMPT);
  sessionStorage.removeItem(ATTEMPT);
  const attempt = stored === null ? null : JSON.parse(stored);
  history.replaceState(null, '', attempt?.address ?? placed('/'));
  const code = query.get('code');
  if (attempt === null || query.get('state') !== attempt.state || code === null) {
    throw new Error('state');
  }
  /** @type {Provider} */
  const at = attempt.at;
  if (page !== back(at) || (query.has('iss') ? query.get('iss') !== at.issuer : isNamed(at) && at.names_issuer)) {
    throw new Error('issuer');
  }
  const given = await exchange(at, {grant_type: 'authorization_code', code, redirect_uri: location.origin + placed(page),
    code_verifier: attempt.verifier});
  const claims = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(given.id.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')), each => each.charCodeAt(0))));
  // it came from the token endpoint over TLS: its signature need not be checked (OpenID Connect Core, 3.1.3.7)
  if (claims.nonce !== attempt.nonce || claims.iss !== at.issuer || ![claims.aud].flat().includes(at.client_id) || claims.exp + SKEW < Date.now() / 1000) {
    await forget();
    throw new Error('nonce');
  }
  return given;
}

/** Whether an account is one of the provider's. @param {Provider} at @param {string} subject */
export function isOf(at, subject) {
  return subject.startsWith(isNamed(at) ? `external.${at.name}:` : 'external:');
}

/** @param {Provider} at @param {Record<string, string>} fields @returns {Promise<Tokens>} */
async function exchange(at, fields) {
  const said = isNamed(at) ? await asked('/tokens', {...fields, provider: at.name}) : await direct(at, fields);
  return {access: said.access_token, refresh: said.refresh_token ?? null, id: said.id_token ?? '', at};
}

/** @param {Provider} at @param {Record<string, string>} fields */
async function direct(at, fields) {
  const {token} = await endpoints(at);
  const answer = await fetch(token, {method: 'POST', body: new URLSearchParams({...fields, client_id: at.client_id}), cache: 'no-store', credentials: 'omit'});
  if (!answer.ok) {
    throw new Error('token');
  }
  return answer.json();
}

/** New tokens for a refresh token; null if it is no longer valid. @param {Tokens} held @returns {Promise<Tokens | null>} */
export async function renewed(held) {
  if (held.refresh === null) {
    return null;
  }
  const next = await exchange(held.at, {grant_type: 'refresh_token', refresh_token: held.refresh}).catch(() => null);
  return next && {...next, refresh: next.refresh ?? held.refresh, id: next.id || held.id};
}

/** Ends the session at the provider too, which redirects back here; false if it has no endpoint for that. @param {Tokens} held */
export async function end(held) {
  const at = held.at;
  const address = isNamed(at) ? at.end_session_endpoint : await endpoints(at).then(known => known.end, () => null);
  if (address === null) {
    return false;
  }
  const target = new URL(address);
  target.searchParams.set('client_id', at.client_id);
  target.searchParams.set('post_logout_redirect_uri', location.origin + placed('/'));
  if (held.id) {
    target.searchParams.set('id_token_hint', held.id);
  }
  location.assign(target);
  return true;
}
