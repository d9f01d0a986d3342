/** Small lines without axes: sparklines and small multiples. A gap stays a gap. */
import {s} from '../base/dom.js';

/**
 * @param {{points: Chart.TimedPoint[], role: 'own' | 'benchmark' | 'item'}[]} series
 * @param {{width?: number, height?: number, top?: number, label: string}} how top: the value at the upper edge, to share a scale
 */
export function spark(series, how) {
  const width = how.width ?? 160;
  const height = how.height ?? 40;
  const points = series.flatMap(each => each.points).filter(point => point[1] !== null);
  const xs = points.map(point => point[0]);
  const ys = points.map(point => /** @type {number} */ (point[1]));
  const left = Math.min(...xs);
  const span = Math.max(...xs) - left || 1;
  const low = how.top === undefined ? Math.min(...ys) : 0;
  const rise = (how.top ?? Math.max(...ys)) - low || 1;
  const place = (/** @type {Chart.TimedPoint} */ [x, y]) =>
    `${(3 + (x - left) / span * (width - 6)).toFixed(1)} ${(height - 3 - (/** @type {number} */ (y) - low) / rise * (height - 6)).toFixed(1)}`;
  return s('svg', {class: 'spark', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': how.label, preserveAspectRatio: 'none'},
      series.map(each => s('path', {class: `spark-${each.role}`, d: pathOf(each.points, place), 'vector-effect': 'non-scaling-stroke'})));
}

/** @param {Chart.TimedPoint[]} points @param {(point: Chart.TimedPoint) => string} place */
function pathOf(points, place) {
  let open = false;
  return points.map(point => {
    if (point[1] === null) {
      open = false;
      return '';
    }
    const step = `${open ? 'L' : 'M'}${place(point)}${open ? '' : ' l0 0'}`;
    open = true;
    return step;
  }).join(' ');
}
