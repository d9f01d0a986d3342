/** The filter bar. Each control changes the URL. It has what the page uses; what is set for other pages stands behind it as a crossed-out chip. */
import {freshId, h, unfolding} from '../base/dom.js';
import {current, t} from '../base/i18n.js';
import {day, time} from '../base/format.js';
import * as filters from './filters.js';
import {isFarmer} from '../session/session.js';

/** A window of fewer pixels is a phone's, or a page at twice its size: the filters are folded there. */
const NARROW = 700;

/**
 * @param {filters.Filters} now
 * @param {Page.Reference} reference
 * @param {string[]} used names of the filters that the page knows
 * @param {(next: filters.Filters) => void} change
 */
export function filterBar(now, reference, used, change) {
  const set = (/** @type {Partial<filters.Filters>} */ part) => change({...now, ...part});
  const uses = (/** @type {string} */ name) => used.includes(name);
  const controls = [
    uses('areas') ? choice('areas', now.areas, reference.areas.map(a => [a.area_id, current() === 'nb' ? a.name : a.name_english]), areas => set({areas})) : null,
    uses('period') ? period(now, set) : null,
    uses('generations') ? choice('generations', now.generations, [...reference.generations].reverse().map(g => [g.generation, generationName(g.generation)]),
        generations => set({generations})) : null,
    uses('weight') ? weight(now, set) : null,
    uses('withoutUs') && isFarmer() ? withoutUs(now, set) : null,
  ].filter(control => control !== null);
  const row = h('div', {class: 'filter-row'}, controls);
  const folded = window.innerWidth < NARROW;
  return controls.length === 0 ? null : h('div', {class: 'filters', role: 'search', 'aria-label': t('filter.label')},
      folded ? unfolding({class: 'filter-fold', 'data-filter': 'filters'}, h('summary', {class: 'filter'}, t('filter.label')), row) : row,
      chips(now, reference, used, set, change));
}

/** 2025 spring; any other code as it is. @param {string | null} code */
export function generationName(code) {
  return code === null || !/^[VH]\d{4}$/.test(code) ? code || '–' : t(code.startsWith('V') ? 'generation.spring' : 'generation.autumn', {year: code.slice(1)});
}

/** The period in words. @param {filters.Filters} now @param {Page.Reference} reference */
export function periodText(now, reference) {
  const {from, to} = filters.windowOf(now, reference);
  return `${day(time(from))} – ${day(time(to))}`;
}

/** The filters that a page knows in words, for pictures, paper and the wall. @param {filters.Filters} now @param {Page.Reference} reference @param {string[]} used */
export function inWords(now, reference, used) {
  const uses = (/** @type {string} */ name) => used.includes(name);
  return [
    uses('areas') ? now.areas.map(id => areaText(reference, id)).join(', ') || t('filter.areas.all') : null,
    uses('period') ? periodText(now, reference) : null,
    uses('generations') ? now.generations.map(generationName).join(', ') || t('filter.generations.all') : null,
    !uses('weight') ? null : filters.isAllWeights(now) ? t('filter.weight.all') : t('filter.weight.value', {from: now.weight[0], to: now.weight[1]}),
    uses('withoutUs') && isFarmer() ? t(now.withoutUs ? 'filter.withoutUs' : 'filter.withUs') : null,
  ].filter(Boolean).join(' · ');
}

/** @param {Page.Reference} reference @param {string} id */
function areaText(reference, id) {
  const area = reference.areas.find(each => each.area_id === id);
  return area ? (current() === 'nb' ? area.name : area.name_english) : t('filter.area', {id});
}

/**
 * A folded list of check boxes.
 *
 * @param {string} name @param {string[]} chosen @param {string[][]} all @param {(next: string[]) => void} set
 */
function choice(name, chosen, all, set) {
  const label = chosen.length === 0 ? t(`filter.${name}.all`)
      : chosen.length === 1 ? all.find(([value]) => value === chosen[0])?.[1] ?? chosen[0] : t('filter.several', {n: chosen.length});
  if (all.length === 0) {
    return h('button', {type: 'button', class: 'filter', disabled: true, title: t('filter.nothing')},
        h('span', {class: 'filter-name'}, t(`filter.${name}`)), label);
  }
  const box = unfolding({class: 'filter-choice', 'data-filter': name},
      h('summary', {class: 'filter'}, h('span', {class: 'filter-name'}, t(`filter.${name}`)), label),
      h('fieldset', {class: 'filter-list'}, h('legend', {class: 'unseen'}, t(`filter.${name}`)),
          all.map(([value, text]) => h('label', {}, h('input', {type: 'checkbox', value, checked: chosen.includes(value),
            onchange: () => set(checkedIn(box))}), text))));
  return box;
}

/** The values of the boxes that are ticked. @param {Element} box */
function checkedIn(box) {
  return [.../** @type {NodeListOf<HTMLInputElement>} */ (box.querySelectorAll('input:checked'))].map(input => input.value);
}

/** @param {filters.Filters} now @param {(part: Partial<filters.Filters>) => void} set */
function period(now, set) {
  const id = freshId('period');
  const select = h('select', {id, 'data-filter': 'period',
    onchange: () => set({period: select.value})},
  filters.PERIODS.map(value => h('option', {value, selected: value === now.period}, t(`period.${value}`))));
  const dates = now.period === 'dates' ? /** @type {const} */ (['from', 'to']).map(name => {
    const own = freshId(name);
    const input = h('input', {type: 'date', id: own, value: now[name], 'data-filter': name,
      onchange: () => set({[name]: input.value})});
    return [h('label', {class: 'filter-name', for: own}, t(`filter.${name}`)), input];
  }) : null;
  return h('div', {class: 'filter'}, h('label', {class: 'filter-name', for: id}, t('filter.period')), select, dates);
}

/** @param {filters.Filters} now @param {(part: Partial<filters.Filters>) => void} set */
function weight(now, set) {
  const inputs = [0, 1].map(index => h('input', {type: 'number', min: 0, max: 15_000, step: 100, value: now.weight[index],
    'aria-label': t(index === 0 ? 'filter.weight.from' : 'filter.weight.to'),
    'data-filter': index === 0 ? 'weight-from' : 'weight-to', onchange: () => {
      const [from, to] = inputs.map(input => Math.min(15_000, Math.max(0, Math.round(Number(input.value)))));
      if (from < to) {
        set({weight: [from, to]});
      } else {
        inputs[index].setAttribute('aria-invalid', 'true');
      }
    }}));
  return h('div', {class: 'filter', role: 'group', 'aria-label': t('filter.weight')},
      h('span', {class: 'filter-name'}, t('filter.weight')), inputs[0], '–', inputs[1], ' g');
}

/** @param {filters.Filters} now @param {(part: Partial<filters.Filters>) => void} set */
function withoutUs(now, set) {
  const box = h('input', {type: 'checkbox', checked: now.withoutUs, 'data-filter': 'without-us',
    onchange: () => set({withoutUs: box.checked})});
  return h('label', {class: 'filter'}, box, t('filter.withoutUs'));
}

/**
 * @param {filters.Filters} now @param {Page.Reference} reference @param {string[]} used
 * @param {(part: Partial<filters.Filters>) => void} set @param {(next: filters.Filters) => void} change
 */
function chips(now, reference, used, set, change) {
  const chip = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ remove) =>
    h('li', {class: used.includes(name) ? 'chip' : 'chip unused', title: used.includes(name) ? null : t('filter.unused')}, text,
        h('button', {type: 'button', 'aria-label': t('filter.remove', {what: text}), onclick: remove}, '×'));
  const items = [
    ...now.areas.map(id => chip('areas', areaText(reference, id), () => set({areas: now.areas.filter(each => each !== id)}))),
    ...now.generations.map(code => chip('generations', generationName(code),
        () => set({generations: now.generations.filter(each => each !== code)}))),
    ...(filters.isAllWeights(now) ? [] : [chip('weight', t('filter.weight.value', {from: now.weight[0], to: now.weight[1]}),
        () => set({weight: [0, 15_000]}))]),
    ...(now.withoutUs === filters.none().withoutUs ? [] : [chip('withoutUs', t('filter.withUs'), () => set({withoutUs: filters.none().withoutUs}))]),
  ];
  return h('div', {class: 'chip-row'},
      h('span', {class: 'period-words'}, used.includes('period') ? periodText(now, reference) : null),
      h('ul', {class: 'chips'}, items),
      items.length > 0 ? h('button', {type: 'button', class: 'quiet', onclick: () => change({...filters.none(), own: now.own})}, t('filter.reset')) : null);
}
