/** Own sites among all of the country's, by the Veterinary Institute's quartiles. */
import {card} from '../../figure/card.js';
import {bands} from '../../figure/bands.js';
import {segmented} from '../../figure/choice.js';
import {generationName} from '../../filter/filterbar.js';
import {h} from '../../base/dom.js';
import {amount, day, month, plain, time} from '../../base/format.js';
import {t} from '../../base/i18n.js';
import {siteLink} from '../../shell/links.js';

/** What the risk is of, the first one at first. */
export const KINDS = /** @type {const} */ (['month', 'year_to_date', 'cycle']);
const COUNTRY = 'Norge';
const HIGHEST = 4;

/** @typedef {Answer<'/v3/comparison/public-quartiles'>} Quartiles */
/** @typedef {Quartiles['rows'][number]} Row */

/** @param {Row} row */
function regionName(row) {
  const name = row.region === COUNTRY ? t('public.country') : `${t('environment.area')} ${row.region}`;
  return row.species_code === 'TRR' ? `${name}, ${t('public.trout')}` : name;
}

/** @param {Row} row */
function periodName(row) {
  return row.kind === 'cycle' ? row.period.slice(0, 4) : month(time(row.period));
}

/** @param {Page.Context} ctx @param {string | null} id */
function siteName(ctx, id) {
  return ctx.reference.sites.find(site => site.site_id === id)?.site_name ?? id ?? '';
}

/** @param {number | null} value */
function percent(value) {
  return amount(value, 'percentOf', {digits: 2});
}

/** A row for each region and period. @param {Page.Context} ctx @param {Row[]} list @param {(row: Row) => Page.Content} name */
function figure(ctx, list, name, label = t('public.title')) {
  const keyOf = (/** @type {Row} */ row) => `${row.period} ${row.species_code} ${row.region}`;
  const groups = [...new Set(list.map(keyOf))].map(key => list.filter(row => keyOf(row) === key));
  return bands(groups.map(group => {
    const dots = group.flatMap(row => row.farmer_risk === null ? [] : [{name: siteName(ctx, row.farmer_site_id), value: row.farmer_risk}]);
    const above = group.filter(row => row.farmer_quarter === HIGHEST).length;
    return {name: name(group[0]), q1: group[0].q1, median: group[0].median, q3: group[0].q3, dots,
      text: `${percent(group[0].q1)} – ${percent(group[0].q3)}`, note: dots.length === 0 ? '' : t('public.above', {n: plain(above), all: plain(dots.length)})};
  }), label);
}

/** @param {Page.Context} ctx @param {Row[]} list */
function table(ctx, list) {
  return {head: [t('public.period'), t('public.region'), t('public.q1'), t('public.median'), t('public.q3'), t('sites.site'), t('sites.generation'), t('public.risk'), t('compare.quarter')],
    rows: list.map(row => [periodName(row), regionName(row), percent(row.q1), percent(row.median), percent(row.q3),
      row.farmer_site_id === null ? '–' : siteLink(ctx, row.farmer_site_id, siteName(ctx, row.farmer_site_id)), generationName(row.farmer_generation), percent(row.farmer_risk),
      row.farmer_quarter === null ? '–' : plain(row.farmer_quarter)])};
}

/** The source of the newest of these rows. @param {Row[]} list */
function source(list) {
  const newest = list.reduce((a, b) => String(b.source_date) > String(a.source_date) ? b : a);
  return t('public.source', {source: newest.source ?? '', date: day(time(newest.source_date ?? ''))});
}

/** The newest period in which own sites have a risk, else the newest one: all regions. @param {Page.Context} ctx @param {Quartiles} set @param {string} kind @param {string} untouched which filters do not apply */
export function publicCard(ctx, set, kind, untouched) {
  const held = set.rows.filter(row => row.farmer_risk !== null);
  const newest = (held.length > 0 ? held : set.rows).map(row => row.period).sort().at(-1);
  const list = set.rows.filter(row => row.period === newest);
  // each site once: in its area, not in the country too
  const own = list.filter(row => row.region !== COUNTRY && row.farmer_risk !== null);
  const title = own.length === 0 ? t('public.title')
      : t('public.answer', {n: plain(own.filter(row => row.farmer_quarter === HIGHEST).length), all: plain(own.length), expected: plain(Math.round(10 * own.length / 4) / 10), period: periodName(own[0])});
  // the Institute's file is not in every lake
  return card({id: 'public-quartiles', ctx, sets: [set.state === 'empty' ? {...set, state: 'ok'} : set], wide: true, title, note: list.length === 0 ? t(`public.kind.${kind}`) : `${t(`public.kind.${kind}`)}: ${periodName(list[0])} · ${t('public.note')}. ${untouched}`,
    controls: segmented(ctx, 'public', t('public.kind'), KINDS.map(each => [each, t(`public.kind.${each}`)])), table: table(ctx, list),
    body: list.length === 0 ? h('p', {class: 'state'}, t('public.none')) : figure(ctx, list, regionName), foot: list.length === 0 ? undefined : `${t('public.foot')} ${source(list)}`});
}

/** A site's months among those of its area, newest first; null without any. @param {Page.Context} ctx @param {string} id @param {Quartiles} set */
export function publicSiteCard(ctx, id, set) {
  const list = set.rows.filter(row => row.farmer_site_id === id && row.region !== COUNTRY).toReversed();
  if (list.length === 0) {
    return null;
  }
  const title = list[0].farmer_quarter === null ? t('public.site') : t('public.site.answer', {period: periodName(list[0]), risk: percent(list[0].farmer_risk), quarter: plain(list[0].farmer_quarter)});
  return card({id: 'public-site', ctx, sets: [set], wide: true, title, note: `${regionName(list[0])} · ${t('public.note')}`, table: table(ctx, list),
    body: figure(ctx, list, periodName), foot: `${t('public.foot')} ${source(list)}`});
}
