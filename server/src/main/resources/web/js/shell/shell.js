/** What stands around every page: the list of pages, the reader, the filter bar, how fresh the data are. */
import {h, unfolding} from '../base/dom.js';
import {placed} from '../base/place.js';
import {current, LANGUAGES, ownName, t} from '../base/i18n.js';
import {day, time} from '../base/format.js';
import {filterBar, inWords} from '../filter/filterbar.js';
import {writeElsewhere} from '../filter/filters.js';
import {icon} from './icons.js';
import {addressOfPage, guideOf, PAGES, UNLISTED} from './pages.js';
import {look, looksAs, may, who} from '../session/session.js';
import * as theme from './theme.js';

const STALE_DAYS = 3;
const WHOSE = /** @type {const} */ (['company', 'group']);
const DAY = 86_400_000;

/**
 * @typedef {{go: (address: string) => void, change: (next: Page.Filters) => void, signOut: () => void, setLanguage: (language: string) => void,
 *     setTheme: (choice: string) => void, print: () => void}} Actions
 */

/**
 * Puts the frame around a page and keeps what the page shows until its successor is there.
 *
 * @param {HTMLElement} app
 * @param {{page: typeof PAGES[number], ctx: Page.Context, actions: Actions}} what
 */
export function frame(app, {page, ctx, actions}) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const held = focused?.dataset?.filter;
  const open = [...app.querySelectorAll('details[data-filter][open]')].map(each => each.getAttribute('data-filter'));
  const wall = ctx.search.get('wall') === '1';
  document.documentElement.classList.toggle('wall', wall);
  const main = app.querySelector('main.page') ?? h('main', {class: 'page', id: 'main', tabindex: -1});
  const heading = h('h1', {class: 'page-title'}, t(`page.${page.name}`));
  const skip = h('a', {class: 'skip', href: '#main', onclick: (/** @type {Event} */ event) => {
    event.preventDefault();
    /** @type {HTMLElement} */ (main).focus();
  }}, t('shell.skip'));
  const head = h('div', {class: 'top'},
      h('header', {class: 'bar'}, heading, h('p', {class: 'company'}, ownName() ?? ctx.reference.company?.name ?? t('shell.noCompany')), whose(ctx, actions.change), menus(page, ctx, actions),
          h('p', {class: 'paper-line'}, ['Tidemark', ownName() ?? ctx.reference.company?.name, inWords(ctx.filters, ctx.reference, ctx.uses)].filter(Boolean).join(' · '))),
      looking(ctx.reference), stale(ctx.reference), withoutFish(ctx.reference),
      filterBar(ctx.filters, ctx.reference, ctx.uses, actions.change));
  const side = navigation(page, ctx, actions.go);
  const foot = h('footer', {class: 'foot'}, h('span', {}, t('shell.dataTo', {day: day(time(ctx.reference.end))})),
      h('span', {class: 'through'}, t('shell.through', {day: day(time(ctx.reference.through))})),
      h('span', {}, t('shell.snapshot', {id: ctx.reference.snapshot || '–'})),
      h('p', {class: 'paper-only'}, t('paper.method'), ' ', h('a', {href: location.href}, location.href)));
  main.setAttribute('aria-busy', 'true');
  app.replaceChildren(skip, side, h('div', {class: 'column'}, head, main, foot));
  side.querySelector('[aria-current]')?.scrollIntoView({block: 'nearest', inline: 'nearest'});
  for (const name of open) {
    const box = /** @type {HTMLDetailsElement | null} */ (app.querySelector(`details[data-filter="${name}"]`));
    if (box) {
      box.open = true;
    }
  }
  if (held) {
    /** @type {HTMLElement | null} */ (app.querySelector(`[data-filter="${held}"]`))?.focus();
  }
  return {
    waiting: () => main.childElementCount === 0 && main.append(h('div', {class: 'skeleton', role: 'status'}, t('state.loading'))),
    content: (/** @type {Node} */ node) => {
      const before = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.filter;
      main.replaceChildren(node);
      if (before && document.activeElement === document.body) {
        /** @type {HTMLElement | null} */ (main.querySelector(`[data-filter="${before}"]`))?.focus({preventScroll: true});
      }
      main.removeAttribute('aria-busy');
    },
  };
}

/** @param {typeof PAGES[number]} page @param {Page.Context} ctx @param {(address: string) => void} go */
function navigation(page, ctx, go) {
  const query = writeElsewhere(ctx.filters, ctx.search);
  return h('nav', {class: 'pages', 'aria-label': t('shell.pages')}, h('p', {class: 'brand'}, 'Tidemark'),
      h('ul', {}, PAGES.filter(each => !UNLISTED.includes(each.name) && (each.permission === '' || may(each.permission))).map(each => {
        const address = each.path + (query ? `?${query}` : '');
        return h('li', {}, h('a', {href: placed(address), 'aria-current': each === page ? 'page' : null,
          onclick: (/** @type {MouseEvent} */ event) => {
            if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
              event.preventDefault();
              go(address);
              window.scrollTo(0, 0);
            }
          }}, icon(each.name), h('span', {}, t(`page.${each.name}`))));
      })));
}

/** The guide to the page, and a menu of what concerns the reader: language, appearance, paper, sign-out. @param {typeof PAGES[number]} page @param {Page.Context} ctx @param {Actions} actions */
function menus(page, ctx, actions) {
  const language = h('select', {'aria-label': t('shell.language'), 'data-filter': 'language', onchange: () => actions.setLanguage(language.value)},
      LANGUAGES.map(each => h('option', {value: each, selected: each === current()}, each === 'nb' ? 'Norsk' : 'English')));
  const theming = h('select', {'aria-label': t('shell.theme'), 'data-filter': 'theme', onchange: () => actions.setTheme(theming.value)},
      theme.THEMES.map(each => h('option', {value: each, selected: each === theme.stored()}, t(`theme.${each}`))));
  const name = who()?.username ?? '';
  return h('div', {class: 'menus'},
      // in a tab of its own: this one keeps its filters
      h('a', {class: 'guide', href: placed(guideOf(page, current())), target: '_blank', rel: 'noopener', 'aria-label': t('shell.guide', {page: t(`page.${page.name}`)})}, '?'),
      unfolding({class: 'user-menu', 'data-filter': 'user'}, h('summary', {'aria-label': t('shell.menu', {name})}, h('span', {class: 'user'}, name), ' ☰'),
          h('div', {class: 'unfolded'}, language, theming, h('button', {type: 'button', class: 'quiet', 'data-tool': 'mine', onclick: () => actions.go(addressOfPage('mine'))}, t('page.mine')),
              h('button', {type: 'button', class: 'quiet', 'data-tool': 'print', onclick: actions.print}, t('shell.print')),
              may('mortality:read') ? h('button', {type: 'button', class: 'quiet', 'data-tool': 'month', onclick: () => actions.go(monthAddress(ctx))}, t('shell.month')) : null,
              h('button', {type: 'button', class: 'quiet', 'data-tool': 'sign-out', onclick: actions.signOut}, t('shell.signOut')))));
}

/** @param {Page.Context} ctx */
function monthAddress(ctx) {
  const query = writeElsewhere(ctx.filters, ctx.search);
  return addressOfPage('month') + (query ? `?${query}` : '');
}

/** The switch between the company and its group; null where there is nothing to choose. @param {Page.Context} ctx @param {Actions['change']} change */
function whose(ctx, change) {
  return ownName() === null ? null : h('div', {class: 'segmented', role: 'group', 'aria-label': t('own.switch')}, WHOSE.map(own =>
    h('button', {type: 'button', 'aria-pressed': String(own === ctx.filters.own), 'data-filter': `own-${own}`, onclick: () => change({...ctx.filters, own})}, t(`own.${own}`))));
}

/** That an admin looks as a company, and the way back. @param {Page.Reference} reference */
function looking(reference) {
  const company = looksAs();
  return company === null ? null : h('p', {class: 'looking', role: 'status'}, t('look.banner', {company: reference.company?.name ?? company}), ' ',
      h('button', {type: 'button', 'data-tool': 'look-end', onclick: () => look(null)}, t('look.end')));
}

/** Why a company sees the benchmark alone. @param {Page.Reference} reference */
function withoutFish({company}) {
  return company?.is_active_with_data === false ? h('p', {class: 'stale without-fish'}, t('shell.withoutFish', {company: company.name})) : null;
}

/** A banner when the data are older than three days. @param {Page.Reference} reference */
function stale(reference) {
  const days = Math.floor((Date.now() - time(reference.end)) / DAY);
  return reference.sites.length > 0 && days > STALE_DAYS
      ? h('p', {class: 'stale', role: 'status'}, t('shell.stale', {days, day: day(time(reference.end))})) : null;
}
