/** Every page: its address, and the permission without which it has nothing to show. */

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

/** The page of a path; a site's own page is a part of Sites. @param {string} path */
export function pageOf(path) {
  return PAGES.find(page => page.path === path) ?? (path.startsWith('/sites/') ? PAGES.find(page => page.name === 'sites') : undefined);
}
