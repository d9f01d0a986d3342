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

/** The coast, which the server has beside the scripts; null where it cannot be had. @type {Promise<[number, number][][] | null> | null} */
let drawnCoast = null;

/** Norway's outline, read once: a map without it still has its areas. */
export function coast() {
  drawnCoast ??= fetch(new URL('../../map/norway.json', import.meta.url)).then(answer => answer.json())
      .then((/** @type {{rings: number[][][]}} */ file) => file.rings.map(ring => ring.map(project)), () => null);
  return drawnCoast;
}

/** Room for names at sea, left of the areas. */
const NAMES = 96;
/** Areas whose middle is further east than this have the sea above them, not to the left. */
const EAST = 0.72;

/**
 * A site on the map: an own one has a colour, or none where nothing is known of it; another has one where it is marked. Pale: what the mark says is not certain.
 *
 * @typedef {{site: Row<'/v3/common/site'>, own: boolean, colour: string | null, label: string, marked?: boolean, pale?: boolean}} Dot
 */

/**
 * @param {{id: number, rings: [number, number][][]}[]} shapes
 * @param {{colour: (id: number) => string | null, label: (id: number) => string, pick: (id: number) => void, chosen: (id: number) => boolean,
 *     pale: (id: number) => boolean, coast: [number, number][][] | null, names: {name: string, ids: number[]}[], sites: Dot[], title: string}} how
 *     colour null: its value is hidden; pale: not chosen while others are
 */
export function map(shapes, how) {
  const all = shapes.flatMap(shape => shape.rings.flat());
  const [left, right] = [Math.min(...all.map(p => p[0])), Math.max(...all.map(p => p[0]))];
  const [top, bottom] = [Math.min(...all.map(p => p[1])), Math.max(...all.map(p => p[1]))];
  const factor = WIDTH / (right - left);
  const height = (bottom - top) * factor;
  const place = (/** @type {[number, number]} */ [x, y]) => [(x - left) * factor, (y - top) * factor];
  const path = (/** @type {[number, number][][]} */ rings) => rings.map(ring =>
    `M${thinned(ring.map(point => place(point))).map(point => point.map(value => value.toFixed(1)).join(' ')).join('L')}Z`).join('');
  const middle = (/** @type {number[][]} */ points) => [0, 1].map(axis => (Math.min(...points.map(p => p[axis])) + Math.max(...points.map(p => p[axis]))) / 2);
  const at = new Map(shapes.map(shape => [shape.id, shape.rings.flat().map(point => place(point))]));
  const order = (/** @type {Dot} */ dot) => 2 * Number(dot.marked ?? false) + Number(dot.own);
  const dots = [...how.sites].sort((a, b) => order(a) - order(b));
  return s('svg', {class: 'map', viewBox: `${-NAMES} -22 ${WIDTH + NAMES + 16} ${(height + 34).toFixed(0)}`, role: 'group', 'aria-label': how.title},
      s('defs', {}, s('pattern', {id: 'hidden-stripes', width: 7, height: 7, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)'},
          s('rect', {width: 7, height: 7, class: 'stripe-back'}), s('rect', {width: 2.5, height: 7, class: 'stripe'}))),
      how.coast ? s('path', {class: 'land', d: path(how.coast), 'aria-hidden': 'true'}) : null,
      shapes.map(shape => s('path', {d: path(shape.rings), class: `area${how.pale(shape.id) ? ' pale' : how.colour(shape.id) === null ? ' unknown' : ''}${how.chosen(shape.id) ? ' chosen' : ''}`,
        fill: how.pale(shape.id) ? null : how.colour(shape.id), 'data-area': shape.id, tabindex: 0, role: 'button', 'aria-pressed': String(how.chosen(shape.id)), 'aria-label': how.label(shape.id),
        onclick: () => how.pick(shape.id), onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault();
            how.pick(shape.id);
          }
        }}, s('title', {}, how.label(shape.id)))),
      dots.map(({site, own, colour, label, marked, pale}) => {
        if (site.latitude === null || site.longitude === null) {
          return null;
        }
        const [x, y] = place(project([site.longitude, site.latitude]));
        const said = own || marked;
        return s('circle', {class: `site${own ? ' own' : ''}${marked ? ' marked' : ''}${pale ? ' pale' : ''}`, cx: x.toFixed(1), cy: y.toFixed(1), r: own ? 4.5 : marked ? 3.2 : 1.4,
          fill: said ? colour : null, 'pointer-events': said ? null : 'none', 'data-site': site.site_id}, said ? s('title', {}, label) : null);
      }),
      how.names.map(({name, ids}) => {
        const points = ids.flatMap(id => at.get(id) ?? []);
        if (points.length === 0) {
          return null;
        }
        const [x, y] = middle(points);
        const east = x > WIDTH * EAST;
        return s('text', {class: 'place', x: (east ? x : Math.min(...points.map(p => p[0])) - 8).toFixed(0), y: (east ? Math.min(...points.map(p => p[1])) - 8 : y).toFixed(0),
          'text-anchor': east ? 'middle' : 'end', 'aria-hidden': 'true'}, name);
      }));
}
