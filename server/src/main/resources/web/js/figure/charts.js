/** Draws charts with the charting library. Pages describe a chart by a plain object, a `Chart.Spec`: src/main/types/chart.d.ts has its parts. */
import {h} from '../base/dom.js';
import {t} from '../base/i18n.js';
import {option} from './options.js';
import {theme} from './colours.js';

const LIBRARY = new URL('../../lib/echarts.js', import.meta.url).href;
/** A PNG's pixels without its title, and the letters and pixels of the lines of title and source. */
export const PICTURE = {width: 1000, height: 460, titleLetters: 100, titleLine: 24, sourceLetters: 155, sourceLine: 17};
/** Milliseconds before the library is fetched, so that the sign-in form appears first. */
const WARM_UP = 300;
/** @type {Promise<Chart.Library> | null} */
let library = null;
/** Those on the page, with what draws them. @type {Map<Chart.Instance, {spec: Chart.Spec, host: HTMLElement}>} */
const mounted = new Map();
/** What each element for a chart is to show. @type {WeakMap<HTMLElement, Chart.Spec>} */
const specs = new WeakMap();

function load() {
  library ??= import(LIBRARY).catch(problem => {
    library = null;
    throw problem;
  });
  return library;
}

/** Fetches the library early, while the reader signs in. */
export function warmUp() {
  setTimeout(() => load().catch(() => null), WARM_UP);
}

/** An element for a chart. {@link drawAll} draws it once it is on the page. @param {Chart.Spec} spec @param {string} summary */
export function chart(spec, summary) {
  const host = h('div', {class: `chart ${spec.size ?? ''}`, role: 'img', 'aria-label': summary});
  specs.set(host, spec);
  return host;
}

/** Draws every chart below a node and disposes of charts that have left the page. @param {ParentNode} root */
export async function drawAll(root) {
  for (const [instance, {host}] of mounted) {
    if (!host.isConnected) {
      instance.dispose();
      mounted.delete(instance);
    }
  }
  await Promise.all([.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('.chart'))].map(host => draw(host, specs.get(host))));
}

/** @param {HTMLElement} host @param {Chart.Spec | undefined} spec */
async function draw(host, spec) {
  try {
    const echarts = await load();
    if (!spec || !host.isConnected || host.dataset.drawn) {
      return;
    }
    host.dataset.drawn = 'true';
    const instance = echarts.init(host, null, {renderer: 'canvas'});
    instance.setOption(option(spec, theme(), host.clientWidth, tip));
    mounted.set(instance, {spec, host});
    cross(instance, spec, host);
    let size = sizeOf(host);
    new ResizeObserver(() => {
      if (host.isConnected && host.clientWidth > 0 && sizeOf(host) !== size && !instance.isDisposed()) {
        size = sizeOf(host);
        instance.resize();
        instance.setOption(option(spec, theme(), host.clientWidth, tip), {notMerge: true});
      }
    }).observe(host);
  } catch {
    host.replaceChildren(h('p', {class: 'state'}, t('state.noLibrary')));
  }
}

/** Whether a chart's lines are over time, in which all of a page have a day in common. @param {Chart.Spec} spec */
function isOverTime(spec) {
  return spec.kind === 'lines' && spec.x !== 'number' && spec.x !== 'season';
}

/** Has the other charts over time show the day that the pointer is at in one, by a line. @param {Chart.Instance} instance @param {Chart.Spec} spec @param {HTMLElement} host */
function cross(instance, spec, host) {
  if (!isOverTime(spec)) {
    return;
  }
  host.append(h('div', {class: 'crosshair', 'aria-hidden': 'true', hidden: true}));
  const others = () => [...mounted].filter(([each, to]) => each !== instance && isOverTime(to.spec) && to.host.isConnected);
  const show = (/** @type {number | null} */ day) => others().forEach(([each, to]) => {
    const line = /** @type {HTMLElement | null} */ (to.host.querySelector('.crosshair'));
    const at = day === null ? NaN : each.convertToPixel({xAxisIndex: 0}, day);
    if (line) {
      line.hidden = !(at >= 0 && at <= to.host.clientWidth);
      line.style.left = `${at}px`;
    }
  });
  instance.on('updateAxisPointer', event => show(event.axesInfo?.find(each => each.axisDim === 'x')?.value ?? null));
  instance.on('globalout', () => show(null));
}

/** @param {HTMLElement} host */
function sizeOf(host) {
  return `${host.clientWidth} ${host.clientHeight}`;
}

/** A tooltip: each series' value with its unit, and what else is said of the place. @param {string} place @param {Chart.TipLine[]} lines @param {string[]} [below] */
function tip(place, lines, below = []) {
  return h('div', {class: 'tip'}, h('strong', {}, place), lines.map(({name, colour, text}) => {
    const dot = h('span', {class: 'tip-dot'});
    dot.style.background = colour;
    return h('div', {}, dot, `${name}: `, h('b', {}, text));
  }), below.map(text => h('div', {class: 'tip-below'}, text)));
}

/** The chart as a PNG of fixed width, with title and source, line by line. @param {Chart.Spec} spec @param {string} title @param {string[]} source */
export async function png(spec, title, source) {
  const echarts = await load();
  const host = h('div', {class: 'picture'});
  document.body.append(host);
  try {
    const colours = theme();
    const heads = lineBreaks(title, PICTURE.titleLetters);
    const lines = source.flatMap(line => lineBreaks(line, PICTURE.sourceLetters));
    const above = 20 + heads.length * PICTURE.titleLine + lines.length * PICTURE.sourceLine;
    const instance = echarts.init(host, null, {renderer: 'canvas', width: PICTURE.width, height: PICTURE.height + above});
    instance.setOption(titled(option(spec, colours, PICTURE.width, tip), heads.join('\n'), lines.join('\n'), colours, above));
    const address = instance.getDataURL({type: 'png', pixelRatio: 2, backgroundColor: colours.surface});
    instance.dispose();
    const bytes = Uint8Array.from(atob(address.split(',')[1]), letter => letter.charCodeAt(0));
    return new Blob([bytes], {type: 'image/png'});
  } finally {
    host.remove();
  }
}

/** @param {ReturnType<typeof option>} made @param {string} title @param {string} source @param {Chart.Colours} colours @param {number} above pixels that both take */
function titled(made, title, source, colours, above) {
  const legend = 'legend' in made ? {legend: {...made.legend, top: above}} : {};
  return {...made, ...legend, grid: {...made.grid, top: Number(made.grid.top) + above}, title: {text: title, subtext: source, left: 16, top: 10, itemGap: 6,
    textStyle: {color: colours.text, fontSize: 18, lineHeight: PICTURE.titleLine}, subtextStyle: {color: colours.soft, fontSize: 12, lineHeight: PICTURE.sourceLine}}};
}

/** A text in lines of at most so many letters, broken between words. @param {string} text @param {number} most @returns {string[]} */
export function lineBreaks(text, most) {
  return text.split(' ').reduce((/** @type {string[]} */ lines, word) => {
    const last = lines.at(-1);
    return last === undefined || last.length + word.length >= most ? [...lines, word] : [...lines.slice(0, -1), `${last} ${word}`];
  }, []);
}

/** Adds an SVG picture beside each chart, for print. Resolves when all have loaded. */
export async function forPaper() {
  const echarts = await load();
  const paper = theme(true);
  await Promise.all([...mounted.values()].filter(({host}) => host.isConnected).map(async ({spec, host}) => {
    // its own one: a card may have several charts
    if (host.nextElementSibling?.matches('.vector')) {
      host.nextElementSibling.remove();
    }
    const width = host.closest('.wide') ? 900 : 460;
    // a heat map has a line of text for each row
    const height = spec.kind === 'heat' ? Math.max(270, 110 + spec.ys.length * 17) : 270;
    const instance = echarts.init(null, null, {renderer: 'svg', ssr: true, width, height});
    instance.setOption(option(spec, paper, width, tip));
    const picture = h('img', {class: 'vector', alt: '', src: `data:image/svg+xml,${encodeURIComponent(wellFormed(instance.renderToSVGString()))}`});
    instance.dispose();
    host.after(picture);
    await picture.decode().then(() => host.classList.add('has-vector'), () => picture.remove());
  }));
}

/** Escapes ampersands. The library does not, and XML needs it. @param {string} svg */
function wellFormed(svg) {
  return svg.replace(/&(?!#?\w+;)/g, '&amp;');
}

/** Points in order of time. Where a step is missing, an empty point breaks the line. @param {Chart.TimedPoint[]} points @param {string} x @returns {Chart.TimedPoint[]} */
export function withGaps(points, x) {
  const step = x === 'week' ? 7 * 86_400_000 : x === 'day' ? 86_400_000 : 31 * 86_400_000;
  const sorted = [...points].sort((a, b) => a[0] - b[0]);
  return sorted.flatMap((point, i) =>
    i > 0 && point[0] - sorted[i - 1][0] > step * 1.5 ? [[sorted[i - 1][0] + step, null], point] : [point]);
}

/** Those series that have a value. @param {Chart.Series[]} list */
export function withValues(list) {
  return list.filter(each => each.points.some(point => point[1] !== null));
}
