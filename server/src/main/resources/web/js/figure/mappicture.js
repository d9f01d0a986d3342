/** A map as a PNG, with its title, its source, and what its colours mean. */
import {lineBreaks, PICTURE} from './charts.js';

/** What a style sheet says of a shape, which a picture outside the page must say itself. */
const STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'opacity', 'font', 'display'];
const EDGE = 16;
const KEY = 24;

/** @param {SVGElement} map @param {string} title @param {string[]} source @returns {Promise<Blob>} */
export async function mapPng(map, title, source) {
  const look = getComputedStyle(/** @type {Element} */ (map.closest('.card')));
  const box = (map.getAttribute('viewBox') ?? '0 0 1 1').split(' ').map(Number);
  const high = Math.round(PICTURE.width * box[3] / box[2]);
  const [heads, lines, keys] = [lineBreaks(title, PICTURE.titleLetters), source.flatMap(line => lineBreaks(line, PICTURE.sourceLetters)), scalesOf(map)];
  const above = 20 + heads.length * PICTURE.titleLine + lines.length * PICTURE.sourceLine;
  const canvas = document.createElement('canvas');
  canvas.width = 2 * PICTURE.width;
  canvas.height = 2 * (above + high + keys.length * KEY + EDGE);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  pen.scale(2, 2);
  pen.fillStyle = look.backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const write = (/** @type {string} */ text, /** @type {number} */ y, /** @type {string} */ font) => {
    pen.font = `${font} ${look.fontFamily}`;
    pen.fillStyle = look.color;
    pen.fillText(text, EDGE, y);
  };
  heads.forEach((text, i) => write(text, 26 + i * PICTURE.titleLine, 'bold 18px'));
  lines.forEach((text, i) => write(text, 24 + heads.length * PICTURE.titleLine + i * PICTURE.sourceLine, '12px'));
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(styledCopy(map, high)))}`;
  await picture.decode();
  pen.drawImage(picture, 0, above, PICTURE.width, high);
  pen.font = `13px ${look.fontFamily}`;
  keys.forEach((key, i) => drawKey(pen, key, above + high + (i + 0.7) * KEY, look.color));
  return new Promise((done, fail) => canvas.toBlob(blob => blob ? done(blob) : fail(new Error('no picture')), 'image/png'));
}

/** The map with the styles that the page gives it. @param {SVGElement} map @param {number} high */
function styledCopy(map, high) {
  const copy = /** @type {SVGElement} */ (map.cloneNode(true));
  const [from, to] = [[map, ...map.querySelectorAll('*')], [copy, ...copy.querySelectorAll('*')]];
  from.forEach((each, i) => {
    const style = getComputedStyle(each);
    STYLES.forEach(name => /** @type {SVGElement} */ (to[i]).style.setProperty(name, style.getPropertyValue(name)));
  });
  copy.setAttribute('width', String(PICTURE.width));
  copy.setAttribute('height', String(high));
  return copy;
}

/** A scale of the card: its texts, and the colours of its steps, in order. @typedef {(string | string[])[]} Key */

/** @param {SVGElement} map @returns {Key[]} */
function scalesOf(map) {
  return [...map.closest('.card')?.querySelectorAll('.scale') ?? []].map(scale => [...scale.childNodes].map(node => {
    if (!(node instanceof Element)) {
      return node.textContent ?? '';
    }
    const steps = [...node.querySelectorAll('rect')].map(step => getComputedStyle(step).fill);
    return steps.length > 0 ? steps : node.matches('.swatch') ? [node.matches('.hatched') ? 'hatched' : 'none'] : node.textContent ?? '';
  }));
}

/** @param {CanvasRenderingContext2D} pen @param {Key} key @param {number} y @param {string} ink */
function drawKey(pen, key, y, ink) {
  let x = EDGE;
  for (const part of key) {
    pen.fillStyle = ink;
    pen.strokeStyle = ink;
    if (typeof part === 'string') {
      pen.fillText(part, x, y);
      x += pen.measureText(part).width + 8;
    } else {
      for (const colour of part) {
        const isPlain = colour === 'hatched' || colour === 'none';
        pen.fillStyle = isPlain ? 'transparent' : colour;
        pen.fillRect(x, y - 11, 24, 13);
        if (isPlain) {
          pen.strokeRect(x, y - 11, 24, 13);
          for (let at = colour === 'hatched' ? 0 : 24; at < 24; at += 6) {
            pen.beginPath();
            pen.moveTo(x + at, y + 2);
            pen.lineTo(Math.min(x + 24, x + at + 6), y - 11);
            pen.stroke();
          }
        }
        x += 24;
      }
      x += 8;
    }
  }
}
