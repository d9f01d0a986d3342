/** The pens that need somebody: those above the limit or with rising deaths, and all of them one click away. */
import {rows} from '../../session/api.js';
import {card} from '../../figure/card.js';
import {h} from '../../base/dom.js';
import {amount, day, plain, time} from '../../base/format.js';
import {t} from '../../base/i18n.js';
import {isFarmer, may} from '../../session/session.js';
import {siteLink} from '../../shell/links.js';
import {folded, oneStop, tableElement} from '../../figure/table.js';

/** Pens that are shown at once, the first of the API's order. */
const MOST = 10;

/** A window of fewer pixels is a phone's: a pen is a line there, since a table of eleven columns is off the screen. */
const NARROW = 700;

/** @typedef {Answer<'/v3/watch/units'>} Pens */

/** The reader's own pens; null for readers whom the server would refuse them. @param {Page.Context} ctx */
export function pens(ctx) {
  return isFarmer() && may('raw:read') ? rows('/v3/watch/units', {areas: ctx.filters.areas.join(',')}) : null;
}

/** @param {Page.Context} ctx @param {Pens} set */
export function watchCard(ctx, set) {
  const signalled = set.rows.filter(row => row.signal !== 'quiet');
  const when = set.rows.map(row => row.date).sort().at(-1);
  const title = when === undefined ? t('watch.title')
      : t(signalled.length > 0 ? 'watch.answer' : 'watch.none', {day: day(time(when)), n: plain(signalled.length), all: plain(set.rows.length)});
  return card({id: 'watch', ctx, sets: [set], wide: true, title, table: null, note: signalled.length > 0 ? t('watch.note') : undefined, body: [
    signalled.length > 0 ? penTable(ctx, title, signalled.slice(0, MOST)) : null,
    signalled.length > MOST ? h('p', {class: 'note'}, t('watch.cut', {n: MOST, all: plain(signalled.length)})) : null,
    folded(t('watch.all', {n: plain(set.rows.length)}), () => penTable(ctx, t('watch.all', {n: plain(set.rows.length)}), set.rows))]});
}

/** Pens as a table, on a phone as lines. @param {Page.Context} ctx @param {string} title @param {Pens['rows']} list */
function penTable(ctx, title, list) {
  return window.innerWidth < NARROW ? penLines(list, row => siteLink(ctx, row.site_id, `${row.site_name ?? row.site_id} ${row.unit_id}`)) : oneStop(tableElement(title, tableOf(ctx, list)));
}

/** A line for each pen: its rate beside the limit, how many times as many as others lose, and how sure that is. @param {Pens['rows']} list @param {(row: Pens['rows'][number]) => Page.Content} name */
export function penLines(list, name) {
  return h('ul', {class: 'plain pens'}, list.map(row => h('li', {'data-signal': row.signal}, h('b', {}, name(row)), [
    row.mortality_per_mille === null ? t('pen.none') : t('pen.rate', {rate: amount(row.mortality_per_mille, 'perMille'), limit: amount(row.limit_per_mille, 'perMille', {bare: true})}),
    row.signal === 'limit' ? signalOf(row) : null,
    row.ratio_2_weeks === null ? null : t('pen.ratio', {ratio: amount(row.ratio_2_weeks, 'none', {digits: 1})}),
    row.signal === 'rising' ? t('watch.signal.rising') : null,
    row.days_above_limit > 0 ? t('pen.days', {n: row.days_above_limit}) : null,
    row.days_since_collection ? t('pen.uncounted', {n: row.days_since_collection}) : null,
    row.missing_days > 0 ? t('pen.missing', {n: row.missing_days}) : null].filter(Boolean).map(text => ` · ${text}`))));
}

/** Why a pen needs somebody: the last collection alone may be below the limit. @param {Pens['rows'][number]} row */
function signalOf(row) {
  return row.signal === 'limit' && row.times_limit !== null ? t('watch.times', {n: amount(row.times_limit, 'none')}) : t(`watch.signal.${row.signal}`);
}

/** @param {Page.Context} ctx @param {Pens['rows']} list */
function tableOf(ctx, list) {
  return {head: [t('sites.site'), t('sites.unit'), t('watch.signal'), t('sites.fish'), t('sites.weight'), t('watch.deaths'), t('watch.limit'), t('watch.days'), t('watch.collected'), t('watch.treated'), t('watch.missing')],
    rows: list.map(row => [siteLink(ctx, row.site_id, row.site_name ?? row.site_id), row.unit_id, signalOf(row), plain(row.fish_count), amount(row.avg_weight_gram, 'gram'),
      row.mortality_per_mille === null ? '–' : amount(row.mortality_per_mille, 'perMille'), amount(row.limit_per_mille, 'perMille'), plain(row.days_above_limit),
      row.days_since_collection === null ? '–' : plain(row.days_since_collection),
      row.last_treatment_date === null ? '–' : day(time(row.last_treatment_date)), plain(row.missing_days)])};
}
