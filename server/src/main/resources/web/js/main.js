/** Starts the dashboard: language, sign-in, then page after page without a reload. */
import {forget, unanswered} from './session/api.js';
import {drawAll, forPaper, warmUp} from './figure/charts.js';
import {h} from './base/dom.js';
import {moment} from './base/format.js';
import {here, placed} from './base/place.js';
import * as filters from './filter/filters.js';
import * as i18n from './base/i18n.js';
import * as mine from './session/mine.js';
import {isBack} from './session/oidc.js';
import {PAGES, pageOf} from './shell/pages.js';
import * as reference from './session/reference.js';
import * as session from './session/session.js';
import {settings} from './session/settings.js';
import {frame} from './shell/shell.js';
import {secretForm, signInDialog, signInForm} from './session/signin.js';
import * as theme from './shell/theme.js';
import {startWall} from './shell/wall.js';

const app = /** @type {HTMLElement} */ (document.getElementById('app'));
const SKELETON_AFTER = 200;
/** Milliseconds after which figures are requested again. A wall screen is never reloaded by hand; unchanged figures cost little (304). */
const FRESH = 10 * 60_000;

/** @type {reference.Reference | null} */
let shared = null;
let sharedAt = 0;
/** Counts navigations. An answer to an earlier navigation is not drawn. */
let turn = 0;
/** When the page was last drawn with what the server said, ms. */
let drawnAt = 0;

/** The page that the URL names, else the first that the reader may see. */
function wanted() {
  const asked = pageOf(here()) ?? PAGES[0];
  const allowed = PAGES.filter(page => page.permission === '' || session.may(page.permission));
  return allowed.includes(asked) || here() !== '/' ? asked : allowed[0];
}

/** Shows the page of the URL. The old page stays until the new one has its data. */
async function show() {
  turn += 1;
  const mine = turn;
  delete app.dataset.ready;
  app.querySelector('main.page')?.setAttribute('aria-busy', 'true');
  const page = wanted();
  /** @type {Promise<Page.Script | null>} */
  const script = import(`./pages/${page.name}.js`).catch(() => null);
  const before = unanswered();
  const former = held();
  if (Date.now() - sharedAt > FRESH) {
    await renew();
  }
  const search = new URLSearchParams(location.search);
  const known = /** @type {reference.Reference} */ (shared);
  const chosen = filters.read(search);
  i18n.nameOwn(known.company && reference.hasSister(known)
      ? {own: chosen.own, company: known.company.name, group: known.company.farmer_group_name ?? known.company.name} : null);
  const module = await script;
  if (module === null && mine === turn) {
    // a script that does not come is one of a former version, unless nobody answers at all
    const isThere = await fetch(placed('/web/settings.json'), {cache: 'no-store'}).then(answer => answer.ok, () => false);
    return isThere ? say(i18n.t('state.newVersion'), i18n.t('state.reload'), () => location.reload()) : away();
  }
  if (module === null) {
    return;
  }
  if (mine !== turn) {
    return;
  }
  /** @type {Page.Context} */
  const ctx = {filters: chosen, reference: {...known, chosen: chosen.areas}, uses: module.uses, search, path: here(), change, go, again: reload};
  const shell = frame(app, {page, ctx, actions: {go, change, signOut, setLanguage, setTheme, print}});
  const late = setTimeout(() => shell.waiting(), SKELETON_AFTER);
  const missing = page.permission !== '' && !session.may(page.permission);
  const data = missing ? null : await module.load(ctx);
  clearTimeout(late);
  if (mine !== turn) {
    return;
  }
  if (unanswered() > before && former !== null) {
    former();
    away();
    return;
  }
  shell.content(missing ? h('p', {class: 'state forbidden'}, i18n.t('state.forbidden')) : module.draw(ctx, data));
  app.dataset.page = page.name;
  document.title = `${i18n.t(`page.${page.name}`)} · Tidemark`;
  await drawAll(app);
  drawnAt = Date.now();
  app.dataset.ready = String(mine);
}

/** What brings the page back that is there now, with its frame; null where there is none yet. */
function held() {
  const main = app.querySelector('main.page:not(:empty)');
  const nodes = [...app.childNodes];
  const [column, next] = [main?.parentElement, main?.nextSibling ?? null];
  return !main || !column ? null : () => {
    column.insertBefore(main, next);
    main.removeAttribute('aria-busy');
    app.replaceChildren(...nodes);
  };
}

/** Keeps the page that is there, says since when, and offers to try again. */
function away() {
  say(i18n.t('state.away', {time: moment(new Date(drawnAt || Date.now()).toISOString())}), i18n.t('state.again'), show);
}

/** A line above the page with a button; the page below stays as it is. @param {string} text @param {string} button @param {() => void} act */
function say(text, button, act) {
  app.querySelector('main.page')?.removeAttribute('aria-busy');
  app.querySelector('.stale.said')?.remove();
  (app.querySelector('.top') ?? app).append(h('p', {class: 'stale said', role: 'alert'}, text, ' ', h('button', {type: 'button', onclick: act}, button)));
  app.dataset.ready = String(turn);
}

/** Forgets all answers and asks for the shared names anew; those that are there stay where nobody answers. */
async function renew() {
  const before = unanswered();
  forget();
  const found = await reference.load();
  if (shared === null || unanswered() === before) {
    shared = found;
    sharedAt = Date.now();
  }
}

/** @param {string} address */
function go(address) {
  if (address !== here() + location.search) {
    history.pushState(null, '', placed(address));
  }
  return show();
}

/** @param {filters.Filters} next */
function change(next) {
  const query = filters.write(next, new URLSearchParams(location.search));
  return go(here() + (query ? `?${query}` : ''));
}

async function reload() {
  await renew();
  return show();
}

async function signOut() {
  if (await session.signOut()) {
    return;
  }
  forget();
  shared = null;
  turn += 1;
  await start();
}

/** Another person has signed in after a session ended. Removes everything of the former person from the page and from memory. */
async function changePerson() {
  turn += 1;
  forget();
  shared = null;
  document.querySelectorAll('dialog').forEach(each => each.remove());
  app.replaceChildren();
  await start();
}

/** @param {string} language */
async function setLanguage(language) {
  await Promise.all([i18n.use(language), mine.follow('language', language)]);
  await show();
}

/** @param {string} choice */
async function setTheme(choice) {
  theme.use(choice);
  await mine.follow('theme', choice);
  await show();
}

async function print() {
  await forPaper();
  window.print();
}

/** Asks for a name and a password where there is no session, then shows the page. @param {boolean} [wrongSecret] one was refused */
async function start(wrongSecret = false) {
  delete app.dataset.ready;
  let reason = '';
  if (session.who() === null && isBack()) {
    reason = await session.comeBack().catch(() => ({code: 0})) === null ? '' : 'provider';
  }
  if (session.who() === null) {
    warmUp();
    await new Promise(done => app.replaceChildren(h('main', {class: 'door'},
        h('p', {class: 'brand'}, 'Tidemark'), languages(), signInForm(reason, () => done(undefined)))));
  }
  const [set] = await Promise.all([mine.load(), renew()]);
  if (shared?.needsSecret) {
    await new Promise(done => app.replaceChildren(h('main', {class: 'door'}, h('p', {class: 'brand'}, 'Tidemark'),
        secretForm(wrongSecret, () => done(undefined)))));
    await start(true);
    return;
  }
  app.replaceChildren();
  await begin(set);
  await show();
  startWall(go);
}

/** Begins as the reader has set it; an address that says something stays. @param {mine.Mine | null} set */
async function begin(set) {
  if (set?.theme) {
    theme.use(set.theme);
  }
  if (set?.language && set.language !== i18n.current()) {
    await i18n.use(set.language);
  }
  if (set !== null && here() === '/' && location.search === '') {
    const query = filters.write({...filters.none(), areas: (set.areas ?? '').split(',').filter(Boolean), own: set.own === 'group' ? 'group' : 'company'},
        new URLSearchParams());
    history.replaceState(null, '', placed(set.start_page ?? '/') + (query ? `?${query}` : ''));
  }
}

function languages() {
  return h('p', {class: 'languages'}, i18n.LANGUAGES.map(language => h('button', {type: 'button', class: 'quiet',
    lang: language, 'aria-pressed': String(language === i18n.current()), onclick: async () => {
      await i18n.use(language);
      location.reload();
    }}, language === 'nb' ? 'Norsk' : 'English')));
}

theme.use(theme.stored());
i18n.nameAuthority((await Promise.all([settings(), i18n.use(i18n.preferred())]))[0].authority);
session.onNeeded(async reason => {
  const before = session.who()?.sub;
  await signInDialog(reason);
  if (before !== undefined && session.who()?.sub !== before) {
    changePerson();
  }
});
window.addEventListener('popstate', () => {
  if (shared) {
    show();
  }
});
if (!isBack()) {
  // the sign-in says it where nobody answers
  await session.resume().catch(() => false);
}
await start();
