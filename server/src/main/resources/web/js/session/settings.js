/** What the server tells every page before anybody has signed in. */

import {placed} from '../base/place.js';

/** @typedef {{provider: import('./oidc.js').Provider | null, authority: string | null}} Settings */

/** @type {Promise<Settings> | null} */
let asked = null;

/** Asked for once; nothing is set when the server does not answer. @returns {Promise<Settings>} */
export function settings() {
  asked ??= fetch(placed('/web/settings.json')).then(answer => answer.json(), () => null).then(found => found ?? {provider: null, authority: null},
      () => ({provider: null, authority: null}));
  return asked;
}
