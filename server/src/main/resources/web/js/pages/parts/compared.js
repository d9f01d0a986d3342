/** What our fish lost against what others lost of like fish: a sentence for the company, one for each area that is clear, and one for all that are not. */
import {card} from '../../figure/card.js';
import {h} from '../../base/dom.js';
import {completeWeeks} from '../../figure/periods.js';
import {isAllWeights, parameters} from '../../filter/filters.js';
import {amount, day, iso, plain, time} from '../../base/format.js';
import {t, within} from '../../base/i18n.js';
import {areaName} from '../../session/reference.js';
import {isFarmer} from '../../session/session.js';
import {link} from '../../shell/links.js';
import {addressOfPage} from '../../shell/pages.js';
import {rows} from '../../session/api.js';
import {verdict} from '../../figure/ratios.js';
import {SHORT} from './levels.js';

const DAY = 86_400_000;
const WEEK = 7 * DAY;

/** @typedef {Answer<'/v3/comparison/expected-loss'>} Expected */

/** Observed against expected over the whole window. @param {Record<string, string>} query @param {string} by */
export function expected(query, by) {
  return rows('/v3/comparison/expected-loss', {...query, period_grouping: 'window', group_by: by});
}

/** The sentence for the company. One whose figures could not be had, or that has pens, has no title that says it has no fish. @param {Page.Context} ctx @param {Expected} whole */
export function companySentence(ctx, whole) {
  const company = whole.rows[0];
  return company ? sentence(company) : t(whole.state !== 'ok' && whole.state !== 'empty' ? 'compared.title' : ctx.reference.stock.length > 0 ? 'compared.nothing' : 'own.noFish');
}

/** Losses against what others would have lost with fish as alike as the row says, in a sentence. @param {Expected['rows'][number]} row */
export function sentence(row) {
  if (row.ratio === null || row.expected_count === null || row.excess_count === null) {
    return t('compare.loss.none');
  }
  const said = row.ratio_low === null ? 'few' : verdict({low: row.ratio_low, high: row.ratio_high}) ?? 'same';
  return t(`compare.loss.${said}`, {observed: plain(row.observed_count), expected: plain(Math.round(row.expected_count)),
    like: t(`compare.like.${row.standard}`), difference: plain(Math.abs(Math.round(row.excess_count))), ratio: intervalText(row)});
}

/** A ratio, and its interval where it has one. @param {Expected['rows'][number]} row */
export function intervalText(row) {
  return row.ratio_low === null ? ratioText(row.ratio) : `${ratioText(row.ratio)} (${ratioText(row.ratio_low)}–${ratioText(row.ratio_high)})`;
}

/** @param {number | null} ratio */
export function ratioText(ratio) {
  return amount(ratio, 'none', {digits: 2});
}

/** The company and its areas over whole weeks; null for readers without a company. @param {Page.Context} ctx */
export async function comparedSets(ctx) {
  if (!isFarmer()) {
    return null;
  }
  const query = completeWeeks(parameters('comparison', ctx.filters, ctx.reference), ctx.reference.through);
  const [whole, areas] = await Promise.all([expected(query, 'company'), expected(query, 'area')]);
  return {whole, areas};
}

/**
 * Own losses beside those of like fish by area, of the last complete week of the window and of the four up to it; null for readers without a company, and for
 * a part of the weights, which the route does not know.
 *
 * @param {Page.Context} ctx @returns {Promise<import('./levels.js').Like | null>}
 */
export async function likeSets(ctx) {
  if (!isFarmer() || !isAllWeights(ctx.filters)) {
    return null;
  }
  const query = completeWeeks(parameters('comparison', ctx.filters, ctx.reference), ctx.reference.through);
  const of = (/** @type {number} */ n) => expected({...query, from_date: iso(time(query.to_date) - n * WEEK + DAY)}, 'area');
  const [week, weeks] = await Promise.all([of(1), of(SHORT)]);
  return {week, weeks};
}

/** @param {Page.Context} ctx @param {NonNullable<Awaited<ReturnType<typeof comparedSets>>>} sets */
export function comparedCard(ctx, {whole, areas}) {
  const company = whole.rows[0];
  const note = [company ? t('compare.loss.note', {from: day(time(company.period_start)), to: day(time(company.period_end))}) : null,
    company ? t('compare.loss.share', {share: amount(company.compared_share, 'share'), like: amount(company.like_share, 'share')}) : null];
  const sentences = areas.rows.length > 1 ? areaSentences(ctx, areas.rows) : [];
  return card({id: 'compared', ctx, sets: [whole, areas], wide: true, table: null, title: companySentence(ctx, whole), note: note.filter(Boolean).join(' · '), body: [
    sentences.length > 0 ? h('ul', {class: 'news'}, sentences.map(text => h('li', {}, text))) : null,
    h('p', {}, link(ctx, addressOfPage('compare'), t('compared.more')))]});
}

/** Areas whose interval is clear, those of most fish first; then in a sentence each those that are not, that have none, and that cannot be compared. @param {Page.Context} ctx @param {Expected['rows']} list */
function areaSentences(ctx, list) {
  const far = (/** @type {Expected['rows'][number]} */ row) => Math.abs(row.excess_count ?? 0);
  const name = (/** @type {Expected['rows'][number]} */ row) => areaName(ctx.reference, row.platform_area_name ?? '');
  const kindOf = (/** @type {Expected['rows'][number]} */ row) => row.ratio === null ? 'none' : row.ratio_low === null ? 'few'
      : verdict({low: row.ratio_low, high: row.ratio_high}) === null ? 'unclear' : 'clear';
  const sorted = [...list].sort((a, b) => far(b) - far(a));
  const others = /** @type {const} */ (['unclear', 'few', 'none']).flatMap(kind => {
    const of = sorted.filter(row => kindOf(row) === kind);
    return of.length === 0 ? [] : t(`compared.${kind}`, {areas: of.map(row => kind === 'none' ? name(row) : `${name(row)} ${intervalText(row)}`).join(', ')});
  });
  return [...sorted.filter(row => kindOf(row) === 'clear').map(row => t('compared.area', {area: name(row), sentence: within(sentence(row))})), ...others];
}
