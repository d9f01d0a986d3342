/**
 * Where the program is on its address: at the root, or below a path, as behind a proxy that serves other programs too. Addresses in the scripts
 * are without that path; it is set where one leaves for the browser or the server, and taken off where one comes from there.
 */

/** '' at the root, else a path such as /benchmark: what stands before the folder of this script. */
const BASE = /^(.*)\/web\/[^/]*\/js\/base\/place\.js$/.exec(new URL(import.meta.url).pathname)?.[1] ?? '';

/** The address of a page, route or file for the browser. @param {string} address */
export function placed(address) {
  return BASE + address;
}

/** The path of the page that is shown. */
export function here() {
  return location.pathname.slice(BASE.length) || '/';
}
