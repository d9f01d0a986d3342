/** What the map's sites may be marked by, beside own losses: lice and notifiable diseases, both public. Each is asked for when it is chosen. */
import {rows} from '../../session/api.js';
import {colourOf, stepColour} from '../../figure/colours.js';
import {chosenOf} from '../../figure/choice.js';
import {h} from '../../base/dom.js';
import {amount, day, time, week} from '../../base/format.js';
import {t, word} from '../../base/i18n.js';
import {may} from '../../session/session.js';
import {siteLink} from '../../shell/links.js';
import {folded, tableElement} from '../../figure/table.js';

/** None at first. */
export const LAYERS = /** @type {const} */ (['none', 'lice', 'disease']);
/** Diseases that have a colour of their own, the gravest first; the others share one. */
const DISEASES = ['ILA', 'PD'];
const COLOURS = [3, 1];
const OTHER = 2;
/** Reports that something is there; the others say that it was refuted, or that it is over. */
const PRESENT = ['confirmed', 'suspected'];

/** @typedef {Answer<'/v3/environment/lice-by-site-and-week'>} Lice */
/** @typedef {Answer<'/v3/environment/disease-by-site'>} Diseases */
/** A site's mark. @typedef {{colour: string, label: string, pale: boolean}} Mark */
/** @typedef {{marks: Map<string, Mark>, set: Lice | Diseases, said: string, high: number | null, head: string[], lines: (string | Node)[][]}} Layer high: the upper end of a scale of lice */

/** The chosen layer's rows of a week; null where none is chosen, or the reader may not see them. @param {Page.Context} ctx @param {{from_date: string, to_date: string}} window */
export async function layerSets(ctx, window) {
  const chosen = may('environment:read') ? chosenOf(ctx, 'layer', LAYERS) : 'none';
  return {lice: chosen === 'lice' ? await rows('/v3/environment/lice-by-site-and-week', window) : null,
    diseases: chosen === 'disease' ? await rows('/v3/environment/disease-by-site', window) : null};
}

/** @param {Page.Context} ctx @param {Awaited<ReturnType<typeof layerSets>>} sets @param {number} monday @returns {Layer | null} */
export function layerOf(ctx, {lice, diseases}, monday) {
  return lice ? liceLayer(ctx, lice, monday) : diseases ? diseaseLayer(ctx, diseases, monday) : null;
}

/** Sites that counted; what nobody counted is unknown, and has no mark. @param {Page.Context} ctx @param {Lice} set @param {number} monday @returns {Layer} */
function liceLayer(ctx, set, monday) {
  const counted = set.rows.filter(row => row.is_counted && row.adult_female !== null).sort((a, b) => Number(b.adult_female) - Number(a.adult_female));
  const high = Math.max(0.5, Number(counted[0]?.adult_female ?? 0));
  const above = counted.filter(row => row.is_above_limit).length;
  const name = (/** @type {Lice['rows'][number]} */ row) => row.site_name ?? row.site_id;
  return {set, high, head: [t('sites.site'), t('lice.adult'), t('lice.limit'), t('lice.above')],
    said: t(counted.length > 0 ? 'sites.layer.lice.said' : 'sites.layer.lice.none', {above, n: counted.length, week: week(monday)}),
    marks: new Map(counted.map(row => [row.site_id, {colour: stepColour('loss', Number(row.adult_female), 0, high), pale: false,
      label: t('sites.layer.lice.site', {site: name(row), lice: amount(row.adult_female, 'lice'), limit: amount(row.lice_limit, 'lice')})}])),
    lines: counted.map(row => [siteLink(ctx, row.site_id, name(row)), amount(row.adult_female, 'lice'), amount(row.lice_limit, 'lice'),
      row.is_above_limit === null ? '–' : t(row.is_above_limit ? 'sites.layer.yes' : 'sites.layer.no')])};
}

/** Sites with a suspected or confirmed disease. @param {Page.Context} ctx @param {Diseases} set @param {number} monday @returns {Layer} */
function diseaseLayer(ctx, set, monday) {
  const rank = (/** @type {Diseases['rows'][number]} */ row) => PRESENT.indexOf(row.status) * 10 + (DISEASES.includes(row.disease) ? DISEASES.indexOf(row.disease) : DISEASES.length);
  const list = set.rows.filter(row => PRESENT.includes(row.status)).sort((a, b) => rank(a) - rank(b));
  /** @type {Map<string, Mark>} */
  const marks = new Map();
  for (const row of list) {
    const before = marks.get(row.site_id);
    const said = `${word('disease', row.disease)}, ${word('diseaseStatus', row.status).toLowerCase()}`;
    // the gravest gives the colour, all are said
    marks.set(row.site_id, before ? {...before, label: `${before.label}; ${said}`} : {colour: colourOfDisease(row.disease), pale: row.status !== PRESENT[0], label: `${row.site_name}: ${said}`});
  }
  return {set, high: null, marks, head: [t('sites.site'), t('sites.disease'), t('sites.status'), t('sites.from')],
    said: t(marks.size > 0 ? 'sites.layer.disease.said' : 'sites.layer.disease.none', {n: marks.size, week: week(monday)}),
    lines: list.map(row => [siteLink(ctx, row.site_id, row.site_name), word('disease', row.disease), word('diseaseStatus', row.status), day(time(row.from_date))])};
}

/** @param {string} disease */
function colourOfDisease(disease) {
  return colourOf(COLOURS[DISEASES.indexOf(disease)] ?? OTHER);
}

/** What the marks say in a sentence, their colours where they are diseases, and all of them as a table, folded. @param {Layer} layer */
export function layerText(layer) {
  const key = (/** @type {string} */ text, /** @type {string} */ colour) => {
    const swatch = h('span', {class: 'swatch', 'aria-hidden': 'true'});
    swatch.style.background = colour;
    return [swatch, text];
  };
  return [h('p', {class: 'layer'}, layer.said),
    layer.high === null && layer.marks.size > 0 ? h('div', {class: 'scale'}, DISEASES.map(each => key(t(`disease.${each}`), colourOfDisease(each))), key(t('sites.layer.disease.other'), colourOf(OTHER)), t('sites.layer.disease.pale')) : null,
    layer.lines.length > 0 ? folded(t('sites.layer.table'), () => tableElement(layer.said, {head: layer.head, rows: layer.lines})) : null];
}
