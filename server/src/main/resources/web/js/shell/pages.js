/**
 * Every page: its address, the permission without which it has nothing to show, and its guide. Addresses stand here alone: the server reads from this file which
 * ones it has to answer.
 */

export const PAGES = [
  {name: 'overview', path: '/', permission: 'mortality:read', guide: '/docs/dashboard.html#overview'},
  {name: 'mortality', path: '/mortality', permission: 'mortality:read', guide: '/docs/dashboard.html#mortality'},
  {name: 'compare', path: '/compare', permission: 'mortality:read', guide: '/docs/comparison.html'},
  {name: 'causes', path: '/causes', permission: 'mortality:read', guide: '/docs/dashboard.html#causes'},
  {name: 'environment', path: '/environment', permission: 'environment:read', guide: '/docs/dashboard.html#environment'},
  {name: 'feeding', path: '/feeding', permission: 'feeding:read', guide: '/docs/dashboard.html#feeding'},
  {name: 'treatments', path: '/treatments', permission: 'treatment:read', guide: '/docs/dashboard.html#treatments'},
  {name: 'biomass', path: '/biomass', permission: 'inventory:read', guide: '/docs/dashboard.html#biomass'},
  {name: 'sites', path: '/sites', permission: 'common:read', guide: '/docs/dashboard.html#sites'},
  {name: 'data', path: '/data', permission: 'common:read', guide: '/docs/deliveries.html'},
  {name: 'explore', path: '/explore', permission: '', guide: '/docs/examples.html'},
  {name: 'administration', path: '/administration', permission: 'admin', guide: '/docs/administration.html'},
  {name: 'mine', path: '/mine', permission: '', guide: '/docs/dashboard.html#my-page'},
  {name: 'month', path: '/month', permission: 'mortality:read', guide: '/docs/dashboard.html#month'},
];

/** Those that the list of pages leaves out: the menu opens them. */
export const UNLISTED = ['mine', 'month'];

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

/** The address of a page's guide in a language; the server leads on to the English one where there is no other. @param {typeof PAGES[number]} page @param {string} language */
export function guideOf(page, language) {
  return page.guide.replace('/docs/', `/docs/${language}/`);
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
