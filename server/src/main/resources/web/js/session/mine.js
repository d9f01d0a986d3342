/** What the reader has set for the dashboard: the server keeps it for the account. It is asked for once per sign-in. */
import {authorized} from './session.js';

/** @typedef {{start_page: string | null, areas: string | null, own: string | null, language: string | null, theme: string | null, watch_mail: string | null, week_mail: string | null}} Mine null: not set */

const ADDRESS = '/v3/auth/my-page';
/** @type {Mine | null} */
let mine = null;

/** The settings; null where the server does not say them. */
export async function load() {
  mine = await authorized(ADDRESS).then(async answer => answer.ok ? (await answer.json()).data : null, () => null);
  return mine;
}

/** Those that were read last. */
export function current() {
  return mine;
}

/** Replaces them; resolves to the refusal, or to an empty text. @param {Partial<Mine>} next @returns {Promise<string>} */
export async function save(next) {
  const answer = await authorized(ADDRESS, {'Content-Type': 'application/json'}, {method: 'PUT', body: JSON.stringify(next)});
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    return said.message ?? String(answer.status);
  }
  mine = said.data;
  return '';
}

/** Keeps a choice that was made elsewhere, where the settings have another; one that is not set stays so. @param {'language' | 'theme'} name @param {string} value */
export async function follow(name, value) {
  if (mine !== null && mine[name] !== null && mine[name] !== value) {
    await save({...mine, [name]: value}).catch(() => '');
  }
}
