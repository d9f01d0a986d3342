/**
 * Sign-in by the OpenID provider: authorization code with PKCE (RFC 7636), as a public client. Between leaving the page and coming back
 * the session storage holds what belongs to this attempt (state, nonce, verifier), never a token.
 */

import {here, placed} from '../base/place.js';
import {settings} from './settings.js';

/** @typedef {{issuer: string, client_id: string, scopes: string}} Provider */
/** @typedef {{access: string, refresh: string | null, id: string}} Tokens */

const ATTEMPT = 'tidemark.signin';
/** Clock difference to the provider that is accepted, seconds. */
const SKEW = 60;

/** @type {Promise<{authorization: string, token: string, end: string | null}> | null} */
let found = null;

/** The provider; null if none is set, or if the browser offers no cryptography here (it needs https or localhost). @returns {Promise<Provider | null>} */
export function provider() {
  return settings().then(found => window.isSecureContext ? found.provider : null);
}

/** Its endpoints. All must have the origin of the issuer. @param {Provider} at */
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

function home() {
  return location.origin + placed('/');
}

/** Goes to the provider's sign-in page. @param {Provider} at */
export async function leave(at) {
  const {authorization} = await endpoints(at);
  const attempt = {state: random(), nonce: random(), verifier: random(), address: location.pathname + location.search};
  const challenge = base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(attempt.verifier))));
  sessionStorage.setItem(ATTEMPT, JSON.stringify(attempt));
  const target = new URL(authorization);
  for (const [name, value] of Object.entries({response_type: 'code', client_id: at.client_id, redirect_uri: home(), scope: at.scopes,
    state: attempt.state, nonce: attempt.nonce, code_challenge: challenge, code_challenge_method: 'S256'})) {
    target.searchParams.set(name, value);
  }
  location.assign(target);
}

/** Whether the URL is a redirect from the provider. */
export function isBack() {
  const query = new URLSearchParams(location.search);
  return here() === '/' && query.has('state') && (query.has('code') || query.has('error'));
}

/**
 * Exchanges the code in the URL for tokens and restores the former URL. Throws if state, issuer or nonce do not match.
 *
 * @param {Provider | null} at
 * @returns {Promise<Tokens>}
 */
export async function comeBack(at) {
  const query = new URLSearchParams(location.search);
  const stored = sessionStorage.getItem(ATTEMPT);
  sessionStorage.removeItem(ATTEMPT);
  const attempt = stored === null ? null : JSON.parse(stored);
  history.replaceState(null, '', attempt?.address ?? placed('/'));
  const code = query.get('code');
  if (at === null || attempt === null || query.get('state') !== attempt.state || code === null || (query.has('iss') && query.get('iss') !== at.issuer)) {
    throw new Error('state');
  }
  const given = await exchange(at, {grant_type: 'authorization_code', code, redirect_uri: home(), code_verifier: attempt.verifier});
  const claims = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(given.id.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')), each => each.charCodeAt(0))));
  // it came from the token endpoint over TLS: its signature need not be checked (OpenID Connect Core, 3.1.3.7)
  if (claims.nonce !== attempt.nonce || claims.iss !== at.issuer || ![claims.aud].flat().includes(at.client_id) || claims.exp + SKEW < Date.now() / 1000) {
    throw new Error('nonce');
  }
  return given;
}

/** @param {Provider} at @param {Record<string, string>} fields @returns {Promise<Tokens>} */
async function exchange(at, fields) {
  const {token} = await endpoints(at);
  const answer = await fetch(token, {method: 'POST', body: new URLSearchParams({...fields, client_id: at.client_id}), cache: 'no-store', credentials: 'omit'});
  if (!answer.ok) {
    throw new Error('token');
  }
  const said = await answer.json();
  return {access: said.access_token, refresh: said.refresh_token ?? null, id: said.id_token ?? ''};
}

/** New tokens for a refresh token; null if it is no longer valid. @param {Tokens} held @returns {Promise<Tokens | null>} */
export async function renewed(held) {
  const at = await provider();
  if (at === null || held.refresh === null) {
    return null;
  }
  const next = await exchange(at, {grant_type: 'refresh_token', refresh_token: held.refresh}).catch(() => null);
  return next && {access: next.access, refresh: next.refresh ?? held.refresh, id: next.id || held.id};
}

/** Ends the session at the provider too, which redirects back here; false if it has no endpoint for that. @param {Tokens} held */
export async function end(held) {
  const at = await provider();
  const {end: address} = at === null ? {end: null} : await endpoints(at).catch(() => ({end: null}));
  if (at === null || address === null) {
    return false;
  }
  const target = new URL(address);
  target.searchParams.set('client_id', at.client_id);
  target.searchParams.set('post_logout_redirect_uri', home());
  if (held.id) {
    target.searchParams.set('id_token_hint', held.id);
  }
  location.assign(target);
  return true;
}
