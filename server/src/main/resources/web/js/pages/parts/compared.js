/** What our fish lost against what others lost of like fish, in a sentence for the company and one for each area. */
import {card} from '../../figure/card.js';
import {h} from '../../base/dom.js';
import {completeWeeks} from '../../figure/periods.js';
import {parameters} from '../../filter/filters.js';
import {amount, day, plain, time} from '../../base/format.js';
import {t} from '../../base/i18n.js';
import {areaName} from '../../session/reference.js';
import {isFarmer} from '../../session/session.js';
import {link} from '../../shell/links.js';
import {addressOfPage} from '../../shell/pages.js';
import {rows} from '../../session/api.js';
import {verdict} from '../../figure/ratios.js';

/** Areas that have a sentence, those with the largest difference in fish. */
const MOST = 5;

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
    like: t(`compare.like.${row.standard}`), difference: plain(Math.abs(Math.round(row.excess_count))), ratio: ratioText(row.ratio)});
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

/** @param {Page.Context} ctx @param {NonNullable<Awaited<ReturnType<typeof comparedSets>>>} sets */
export function comparedCard(ctx, {whole, areas}) {
  const company = whole.rows[0];
  const known = areas.rows.filter(row => row.ratio !== null);
  const far = (/** @type {Expected['rows'][number]} */ row) => Math.abs(row.excess_count ?? 0);
  const shown = [...known].sort((a, b) => far(b) - far(a)).slice(0, MOST);
  const note = [company ? t('compare.loss.note', {from: day(time(company.period_start)), to: day(time(company.period_end))}) : null,
    company ? t('compare.loss.share', {share: amount(company.compared_share, 'share'), like: amount(company.like_share, 'share')}) : null,
    company && known.length > MOST ? t('compared.cut', {n: MOST, all: known.length}) : null];
  return card({id: 'compared', ctx, sets: [whole, areas], wide: true, table: null, title: companySentence(ctx, whole), note: note.filter(Boolean).join(' · '), body: [
    areas.rows.length > 1 && shown.length > 0 ? h('ul', {class: 'news'}, shown.map(row => h('li', {}, t('compared.area', {area: areaName(ctx.reference, row.platform_area_name ?? ''), sentence: sentence(row)})))) : null,
    h('p', {}, link(ctx, addressOfPage('compare'), t('compared.more')))]});
}
