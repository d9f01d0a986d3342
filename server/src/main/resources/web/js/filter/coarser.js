/** The next wider filter, offered when a filter leaves nothing to show. */
import {t} from '../base/i18n.js';
import {isAllWeights} from './filters.js';

/**
 * @param {{filters: Page.Filters, uses: string[]}} ctx
 * @returns {{text: string, filters: Page.Filters} | null}
 */
export function coarser({filters, uses}) {
  if (uses.includes('weight') && !isAllWeights(filters)) {
    return {text: t('wider.weight'), filters: {...filters, weight: [0, 15_000]}};
  }
  if (uses.includes('generations') && (filters.generations.length > 0 || filters.period === 'generation')) {
    return {text: t('wider.generations'), filters: {...filters, generations: [], period: filters.period === 'generation' ? '12m' : filters.period}};
  }
  if (uses.includes('areas') && filters.areas.length > 0) {
    return {text: t('wider.areas'), filters: {...filters, areas: []}};
  }
  return uses.includes('period') && filters.period !== '3y' ? {text: t('wider.period'), filters: {...filters, period: '3y'}} : null;
}
