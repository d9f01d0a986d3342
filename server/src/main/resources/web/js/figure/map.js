/** A map without tiles: GeoJSON polygons in a plain conic projection that suits the Norwegian coast, as SVG. */
import {s} from '../base/dom.js';

/** Standard parallels and the centre of the coast, degrees (Albers' equal-area conic). */
const [SOUTH, NORTH, LATITUDE, LONGITUDE] = [60, 69, 65, 15].map(degrees => degrees * Math.PI / 180);
const N = (Math.sin(SOUTH) + Math.sin(NORTH)) / 2;
const C = Math.cos(SOUTH) ** 2 + 2 * N * Math.sin(SOUTH);
const RHO = Math.sqrt(C - 2 * N * Math.sin(LATITUDE)) / N;
const WIDTH = 640;

/** @param {number[]} place longitude and latitude, degrees @returns {[number, number]} */
function project([longitude, latitude]) {
  const rho = Math.sqrt(C - 2 * N * Math.sin(latitude * Math.PI / 180)) / N;
  const angle = N * (longitude * Math.PI / 180 - LONGITUDE);
  return [rho * Math.sin(angle), rho * Math.cos(angle) - RHO];
}

/** @typedef {{type: 'Polygon', coordinates: number[][][]} | {type: 'MultiPolygon', coordinates: number[][][][]}} Outline of GeoJSON */

/** The areas that have a polygon, with their rings. @param {Row<'/v3/common/production-area'>[]} areas */
export function shapesOf(areas) {
  return areas.filter(area => area.area_geojson).map(area => {
    /** @type {Outline & {geometry?: Outline}} */
    const json = typeof area.area_geojson === 'string' ? JSON.parse(area.area_geojson) : area.area_geojson;
    const geometry = json.geometry ?? json;
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    return {id: area.area_id, rings: polygons.flat().map(ring => ring.map(project))};
  });
}

/** Drops points less than half a unit from the one before, which are too close to see. @param {number[][]} ring */
function thinned(ring) {
  let last = [Infinity, Infinity];
  return ring.filter(point => {
    const seen = Math.hypot(point[0] - last[0], point[1] - last[1]) >= 0.5;
    last = seen ? point : last;
    return seen;
  });
}

/**
 * @param {{id: number, rings: [number, number][][]}[]} shapes
 * @param {{colour: (id: number) => string | null, label: (id: number) => string, pick: (id: number) => void, chosen: (id: number) => boolean,
 *     sites: Row<'/v3/common/site'>[], title: string}} how colour null: its value is hidden
 */
export function map(shapes, how) {
  const all = shapes.flatMap(shape => shape.rings.flat());
  const [left, right] = [Math.min(...all.map(p => p[0])), Math.max(...all.map(p => p[0]))];
  const [top, bottom] = [Math.min(...all.map(p => p[1])), Math.max(...all.map(p => p[1]))];
  const factor = WIDTH / (right - left);
  const place = (/** @type {[number, number]} */ [x, y]) => [(x - left) * factor, (y - top) * factor];
  const path = (/** @type {[number, number][][]} */ rings) => rings.map(ring =>
    `M${thinned(ring.map(point => place(point))).map(point => point.map(value => value.toFixed(1)).join(' ')).join('L')}Z`).join('');
  return s('svg', {class: 'map', viewBox: `-8 -8 ${WIDTH + 16} ${((bottom - top) * factor + 16).toFixed(0)}`, role: 'group', 'aria-label': how.title},
      s('defs', {}, s('pattern', {id: 'hidden-stripes', width: 7, height: 7, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)'},
          s('rect', {width: 7, height: 7, fill: '#cfd6db'}), s('rect', {width: 2.5, height: 7, fill: '#8b979f'}))),
      shapes.map(shape => s('path', {d: path(shape.rings), class: `area${how.colour(shape.id) === null ? ' unknown' : ''}${how.chosen(shape.id) ? ' chosen' : ''}`,
        fill: how.colour(shape.id), 'data-area': shape.id, tabindex: 0, role: 'button', 'aria-pressed': String(how.chosen(shape.id)), 'aria-label': how.label(shape.id),
        onclick: () => how.pick(shape.id), onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault();
            how.pick(shape.id);
          }
        }}, s('title', {}, how.label(shape.id)))),
      how.sites.map(site => {
        if (site.latitude === null || site.longitude === null) {
          return null;
        }
        const [x, y] = place(project([site.longitude, site.latitude]));
        return s('circle', {class: 'site', cx: x.toFixed(1), cy: y.toFixed(1), r: 2.5, 'pointer-events': 'none'});
      }));
}
