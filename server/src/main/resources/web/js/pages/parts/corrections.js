/** What a later delivery made of days of own sites that the lake had. */
import {card} from '../../figure/card.js';
import {h} from '../../base/dom.js';
import {day, moment, plain, time} from '../../base/format.js';
import {t} from '../../base/i18n.js';
import {siteLink} from '../../shell/links.js';
import {tableElement} from '../../figure/table.js';

/** Corrections that the list has, the newest; the API has all. */
export const LISTED = 60;

/** @typedef {Row<'/v3/common/corrections'>} Correction */

/** The figure before and after, which are fish or, where these are equal or not there, kilograms. @param {Correction} row @returns {[string, string]} */
function figures(row) {
  const isWeight = row.table_name === 'feeding' || (row.count_before === row.count_after && row.kg_before !== row.kg_after);
  const digits = Math.abs((row.kg_after ?? 0) - (row.kg_before ?? 0)) < 1 ? 1000 : 10;
  const say = (/** @type {number | null} */ fish, /** @type {number | null} */ kg) => kg === null ? t('corrections.nothing')
      : isWeight ? t('corrections.kg', {kg: plain(Math.round(kg * digits) / digits)}) : plain(fish ?? 0);
  return [say(row.count_before, row.kg_before), say(row.count_after, row.kg_after)];
}

/** What is said of a number that stays. @param {Correction} row @param {string} figure */
function same(row, figure) {
  return t('corrections.same', {figure, what: t(`corrections.same.${row.table_name}`)});
}

/** "120 → 412". @param {Correction} row */
function changeOf(row) {
  const [before, after] = figures(row);
  return before === after ? same(row, before) : `${before} → ${after}`;
}

/** A line of the list. @param {Page.Context} ctx @param {Correction} row */
function lineOf(ctx, row) {
  const [before, after] = figures(row);
  return [siteLink(ctx, row.site_id, row.site_name ?? row.site_id), t(`data.table.${row.table_name}`), daysOf(row), before, before === after ? same(row, after) : after, moment(row.corrected_at)];
}

/** @param {Correction} row */
function daysOf(row) {
  return row.from_date === row.to_date ? day(time(row.from_date)) : `${day(time(row.from_date))} – ${day(time(row.to_date))}`;
}

/** The day on which it came. @param {Correction} row */
function cameOn(row) {
  return day(new Date(row.corrected_at).getTime());
}

/** Marks of corrected losses, and of stock with other numbers of fish. @param {Correction[]} list @param {number} [start] the chart's first day */
export function correctionMarks(list, start = -Infinity) {
  return list.filter(row => row.table_name === 'losses' || (row.table_name === 'stock' && row.count_before !== row.count_after))
      .map(row => ({kind: /** @type {const} */ ('correction'), id: row.site_id, from: Math.max(start, time(row.from_date)), to: time(row.to_date),
        text: t('corrections.mark', {table: t(`data.table.${row.table_name}`), change: changeOf(row), day: cameOn(row)})}));
}

/** The newest first. @param {Page.Context} ctx @param {Answer<'/v3/common/corrections'>} set */
export function correctionCard(ctx, set) {
  const list = set.rows.slice(0, LISTED);
  const newest = list[0];
  const title = newest ? t('corrections.answer', {site: newest.site_name ?? newest.site_id, table: t(`data.table.${newest.table_name}`), days: daysOf(newest), change: changeOf(newest), day: cameOn(newest)})
      : t('corrections.title');
  return card({id: 'corrections', ctx, sets: [set.state === 'empty' ? {...set, state: 'ok'} : set], wide: true, title, note: t('corrections.note'), foot: set.rows.length > LISTED ? t('corrections.cut', {n: LISTED}) : undefined,
    body: list.length === 0 ? h('p', {class: 'note'}, t('corrections.none')) : tableElement(title, {
      head: [t('sites.site'), t('data.table'), t('corrections.days'), t('corrections.before'), t('corrections.after'), t('corrections.when')],
      rows: list.map(row => lineOf(ctx, row))})});
}
