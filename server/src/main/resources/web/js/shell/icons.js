/** Line icons, 24 by 24. */
import {s} from '../base/dom.js';

/** @type {Record<string, string>} */
const PATHS = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-4H4zM14 8h6V4h-6z',
  mortality: 'M3 17l5-6 4 3 4-7 5 4M3 21h18',
  compare: 'M12 3v18M6 8h5M6 8l-3 6h6zM13 8h5M18 8l-3 6h6zM8 21h8',
  causes: 'M5 20V9M10 20V4M15 20v-8M20 20v-5',
  environment: 'M10 14V5a2 2 0 1 1 4 0v9a4 4 0 1 1-4 0zM12 10v7',
  feeding: 'M3 12c4-6 11-6 15 0-4 6-11 6-15 0zM18 12l4-4v8zM8 11v.01',
  treatments: 'M9 3h6M10 3v6l-5 9a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M7.5 14h9',
  biomass: 'M4 20V10l5 3V8l5 3V6l6 4v10z',
  sites: 'M12 21s7-6.5 7-12a7 7 0 0 0-14 0c0 5.5 7 12 7 12zM12 11.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  data: 'M4 6c0-3 16-3 16 0s-16 3-16 0zM4 6v12c0 3 16 3 16 0V6M4 12c0 3 16 3 16 0',
  administration: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4',
  explore: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16.5 16.5L21 21',
};

/** @param {string} name */
export function icon(name) {
  return s('svg', {viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true'}, s('path', {d: PATHS[name]}));
}
