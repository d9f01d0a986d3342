/**
 * Colours, all of the style sheet, which has one for light and one for dark. Each kind of thing has a palette of its own, so that a colour means one thing:
 * causes, methods of treatment, regions and years; what is none of them takes the n-th of a general one.
 */

/** The palettes by the keys of their things; a year is counted back from this one. */
const PALETTES = {
  cause: ['A', 'B', 'C', 'D', 'E', 'F'],
  method: ['Mechanical', 'Thermal', 'Bath', 'Medicinal', 'Combination', 'Freshwater', 'Cleanerfish', 'Other'],
  region: ['Sør', 'Midt', 'Nord'],
  year: ['year-0', 'year-1', 'year-2', 'year-3'],
};
const GENERAL = 8;
/** Steps of amounts and of temperatures. */
const STEPS = 7;
const KNOWN = new Map(Object.entries(PALETTES).flatMap(([name, keys]) => keys.map((key, i) => /** @type {[string, string]} */ ([key, `--${name}-${i}`]))));
const NAMES = [...KNOWN.values(), ...numbered('series', GENERAL), ...numbered('amount', STEPS), ...numbered('warmth', STEPS), ...numbered('loss', STEPS),
  '--text', '--soft', '--line', '--surface', '--own', '--benchmark', '--authority', '--hatch'];

/** @param {string} name @param {number} n */
function numbered(name, n) {
  return Array.from({length: n}, (_, i) => `--${name}-${i}`);
}

/** The style sheet's name of a thing's colour. @param {string | number} key */
function nameOf(key) {
  return typeof key === 'number' ? `--series-${key % GENERAL}` : KNOWN.get(key) ?? `--series-${GENERAL - 1}`;
}

/** The colour of a thing by its key, for drawings of the page: a top-level cause, a treatment category, or the n-th of a list. @param {string | number} key */
export function colourOf(key) {
  return `var(${nameOf(key)})`;
}

/**
 * What a scale of colours is of: amounts go from faint to strong in both themes, temperatures from blue to red, own sites' losses from faint to strong red.
 *
 * @typedef {'amount' | 'warmth' | 'loss'} Scale
 */

/** A scale from its low to its high end, for drawings of the page. @param {Scale} scale */
export function stepsOf(scale) {
  return numbered(scale, STEPS).map(name => `var(${name})`);
}

/** The step of a value between two ends. @param {Scale} scale @param {number} value @param {number} low @param {number} high */
export function stepColour(scale, value, low, high) {
  const share = high > low ? (value - low) / (high - low) : 0.5;
  return stepsOf(scale)[Math.min(STEPS - 1, Math.max(0, Math.floor(share * STEPS)))];
}

/** The colours of the style sheet for charts: those that are seen, or those of paper, which is light. @param {boolean} [paper] @returns {Chart.Colours} */
export function theme(paper = false) {
  const probe = document.createElement('span');
  if (paper) {
    probe.style.colorScheme = 'light';
  }
  document.body.append(probe);
  const found = new Map(NAMES.map(name => {
    probe.style.color = `var(${name})`;
    return [name, getComputedStyle(probe).color];
  }));
  probe.remove();
  const of = (/** @type {string} */ name) => found.get(name) ?? '';
  const scale = (/** @type {Scale} */ name) => numbered(name, STEPS).map(of);
  return {text: of('--text'), soft: of('--soft'), line: of('--line'), surface: of('--surface'), own: of('--own'), benchmark: of('--benchmark'),
    authority: of('--authority'), hatch: of('--hatch'), amount: scale('amount'), warmth: scale('warmth'), of: key => of(nameOf(key))};
}
