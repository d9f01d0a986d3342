/** Colours. A category has the same colour on every page (Okabe and Ito's scale); amounts have a blue scale. */

/** The scale without blue and black, which own figures and the benchmark use. */
const KINDS = ['#E69F00', '#56B4E9', '#009E73', '#D55E00', '#CC79A7', '#F0E442', '#7A5195', '#8C8C8C'];
const AMOUNTS = ['#eaf3fb', '#c5dff2', '#93c4e6', '#5aa3d3', '#2b7fb9', '#0f5c94', '#083d66'];
/** Fixed places of categories on the scale. */
const PLACES = ['A', 'B', 'C', 'D', 'E', 'F', 'other',
  'Mechanical', 'Thermal', 'Bath', 'Medicinal', 'Combination', 'Freshwater', 'Other'];

/** The colour of a thing by its key: a level-1 cause, a treatment category, or the n-th of a list. @param {string | number} key */
export function colourOf(key) {
  if (typeof key === 'number') {
    return KINDS[key % KINDS.length];
  }
  const place = PLACES.indexOf(key);
  const at = place < 0 ? KINDS.length - 1 : place < 7 ? (key === 'other' ? 7 : place) : (place - 7) % KINDS.length;
  return KINDS[at];
}

/** Light to dark. */
export function amounts() {
  return AMOUNTS;
}

/** The step of a value between two ends. @param {number} value @param {number} low @param {number} high */
export function amountColour(value, low, high) {
  const share = high > low ? (value - low) / (high - low) : 0.5;
  return AMOUNTS[Math.min(AMOUNTS.length - 1, Math.max(0, Math.floor(share * AMOUNTS.length)))];
}

/** The current colours of the style sheet, for charts. */
export function theme() {
  const probe = document.createElement('span');
  document.body.append(probe);
  const of = (/** @type {string} */ name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const found = {text: of('--text'), soft: of('--soft'), line: of('--line'), surface: of('--surface'), own: of('--own'),
    benchmark: of('--benchmark'), authority: of('--authority'), hatch: of('--hatch')};
  probe.remove();
  return found;
}
