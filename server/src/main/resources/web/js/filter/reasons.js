/** Why a figure has nothing to show, in words, and the selection that would have something. */
import {day, time} from '../base/format.js';
import {t} from '../base/i18n.js';
import {coarser} from './coarser.js';

const DAY = 86_400_000;
/** Days after its last row in which a site is still waited for. */
const WAITED = 14;

/**
 * @param {{filters: Page.Filters, uses: string[], reference: Page.Reference}} ctx
 * @param {string} state of the figure
 * @returns {{texts: string[], wider: {text: string, filters: Page.Filters} | null}}
 */
export function reasonOf(ctx, state) {
  const {filters} = ctx;
  if ((state === 'refused' || state === 'empty') && ctx.uses.includes('period') && filters.period === 'dates' && filters.from !== '' && filters.to !== '' && filters.from > filters.to) {
    return {texts: [t('state.reversed')], wider: {text: t('wider.reversed'), filters: {...filters, from: filters.to, to: filters.from}}};
  }
  const wider = ['forbidden', 'refused', 'unknown', 'busy', 'error'].includes(state) ? null : coarser(ctx);
  if (state === 'empty') {
    return {texts: [t(wider !== null && isNarrow(ctx, wider.filters) ? 'state.filtered' : 'state.empty')], wider};
  }
  return {texts: [t(`state.${state}`), ...state === 'notYet' ? waiting(ctx.reference) : []], wider};
}

/** Whether what would be wider is more than a longer period. @param {{filters: Page.Filters}} ctx @param {Page.Filters} wider */
function isNarrow({filters}, wider) {
  return wider.period === filters.period || filters.period === 'generation';
}

/** How many sites have not delivered the last day, and which of the reader's own. @param {Page.Reference} reference */
function waiting(reference) {
  const end = time(reference.end);
  const isLate = (/** @type {string | null} */ last) => last !== null && time(last.slice(0, 10)) < end && time(last.slice(0, 10)) > end - WAITED * DAY;
  const all = reference.sites.filter(site => site.is_in_platform && site.last_registration_date && time(site.last_registration_date.slice(0, 10)) > end - WAITED * DAY);
  const late = all.filter(site => isLate(site.last_registration_date));
  const own = [...new Set(reference.stock.filter(unit => isLate(unit.date)).map(unit => unit.site_id))];
  return [late.length > 0 ? t('state.waiting', {n: late.length, all: all.length, day: day(end)}) : null,
    own.length > 0 ? t('state.waiting.own', {sites: own.map(id => reference.sites.find(site => site.site_id === id)?.site_name ?? id).join(', ')}) : null].filter(text => text !== null);
}
