/**
 * Every page: its address, and the permission without which it has nothing to show. Addresses stand here alone: the server reads from this file which
 * ones it has to answer.
 */

export const PAGES = [
  {name: 'overview', path: '/', permission: 'mortality:read'},
  {name: 'mortality', path: '/mortality', permission: 'mortality:read'},
  {name: 'causes', path: '/causes', permission: 'mortality:read'},
  {name: 'environment', path: '/environment', permission: 'environment:read'},
  {name: 'feeding', path: '/feeding', permission: 'feeding:read'},
  {name: 'treatments', path: '/treatments', permission: 'treatment:read'},
  {name: 'biomass', path: '/biomass', permission: 'inventory:read'},
  {name: 'sites', path: '/sites', permission: 'common:read'},
  {name: 'data', path: '/data', permission: 'common:read'},
  {name: 'explore', path: '/explore', permission: ''},
  {name: 'administration', path: '/administration', permission: 'admin'},
];

/** The page of one site, a part of Sites. */
const SITE = {path: '/sites/{id}'};
const SITE_ID = new RegExp(`^${SITE.path.replace('{id}', '([^/]+)')}$`);

/** The page of a path. @param {string} path */
export function pageOf(path) {
  return PAGES.find(page => page.path === path) ?? (path.startsWith(SITE.path.replace('{id}', '')) ? pageNamed('sites') : undefined);
}

/** The address of a page. @param {string} name */
export function addressOfPage(name) {
  return /** @type {typeof PAGES[number]} */ (pageNamed(name)).path;
}

/** The address of a site's page. @param {string} id */
export function addressOfSite(id) {
  return SITE.path.replace('{id}', encodeURIComponent(id));
}

/** The site whose page this is; null for any other. @param {string} path */
export function siteOf(path) {
  const id = SITE_ID.exec(path)?.[1];
  return id === undefined ? null : decodeURIComponent(id);
}

/** @param {string} name */
function pageNamed(name) {
  return PAGES.find(page => page.name === name);
}
