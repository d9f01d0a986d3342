/** What the server tells every page before anybody has signed in. */

import {placed} from '../base/place.js';

/** @typedef {{by: 'email'} | {by: 'list', providers: {name: string, title: string}[]}} Companies */
/** @typedef {{provider: import('./oidc.js').Unnamed | null, companies: Companies | null, authority: string | null}} Settings */

/** @type {Settings} */
const NOTHING = {provider: null, companies: null, authority: null};
/** @type {Promise<Settings> | null} */
let asked = null;

/** Asked for once; nothing is set when the server does not answer. @returns {Promise<Settings>} */
export function settings() {
  asked ??= fetch(placed('/web/settings.json')).then(answer => answer.json(), () => null).then(found => found ?? NOTHING, () => NOTHING);
  return asked;
}
