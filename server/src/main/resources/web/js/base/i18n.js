/** The reader's language, with one dictionary of texts per language. */

export const LANGUAGES = ['nb', 'en'];
const STORED = 'tidemark.language';

/** @type {Record<string, string>} */
let texts = {};
let language = 'nb';
/** The authority's name where the operator has set another. @type {string | null} */
let authority = null;
/** Who the reader's figures are of, where its farmer group has several companies; null where "we" says it. @type {Named | null} */
let named = null;

/** @typedef {{own: 'company' | 'group', company: string, group: string}} Named own: which of the two own figures are of */

/** The words for who own figures are of (own), the company in any case, and the group: whose name it is, and the word where nobody else could be meant. */
const WHO = /** @type {Record<string, {of: 'own' | 'company' | 'group', word: string, owns?: boolean}>} */ ({
  we: {of: 'own', word: 'we'}, us: {of: 'own', word: 'us'}, ours: {of: 'own', word: 'ours'},
  our: {of: 'own', word: 'our', owns: true}, ourMany: {of: 'own', word: 'ourMany', owns: true}, ourIts: {of: 'own', word: 'ourIts', owns: true},
  company: {of: 'company', word: 'we'}, companys: {of: 'company', word: 'our', owns: true}, companysMany: {of: 'company', word: 'ourMany', owns: true},
  companysIts: {of: 'company', word: 'ourIts', owns: true}, theGroup: {of: 'group', word: 'us'},
});

/** The language in force. */
export function current() {
  return language;
}

/** What the reader chose, else what the browser asks for. */
export function preferred() {
  const stored = localStorage.getItem(STORED);
  if (stored && LANGUAGES.includes(stored)) {
    return stored;
  }
  return /^(nb|nn|no|da|sv)/i.test(navigator.language) ? 'nb' : 'en';
}

/** Loads a dictionary and keeps the choice. @param {string} wanted */
export async function use(wanted) {
  const answer = await fetch(new URL(`../../i18n/${wanted}.json`, import.meta.url));
  if (!answer.ok) {
    throw new Error(`no dictionary ${wanted}`);
  }
  texts = await answer.json();
  language = wanted;
  document.documentElement.lang = wanted;
  localStorage.setItem(STORED, wanted);
}

/** Sets the authority's name, for all languages. @param {string | null} name null: that of the dictionary */
export function nameAuthority(name) {
  authority = name;
}

/** Sets whose names stand in the texts for own figures. @param {Named | null} who null: "we" */
export function nameOwn(who) {
  named = who;
}

/** The name of the company or group that own figures are of; null where "we" says it. */
export function ownName() {
  return named === null ? null : nameOf(named, named.own);
}

/** A group whose own name says that it is one is not called a group twice. @param {Named} who @param {'company' | 'group'} which @returns {string} */
function nameOf(who, which) {
  return which === 'company' ? who.company : /grupp|group|konsern/i.test(who.group) ? who.group : t('own.group.name', {name: who.group});
}

/** The word in place of `{we}`, `{our}` and so on, with a capital where the place has one: `{Our}`. @param {string} place @returns {string | undefined} */
function whoOf(place) {
  const key = place[0].toLowerCase() + place.slice(1);
  const said = WHO[key];
  if (said === undefined) {
    return undefined;
  }
  const name = named === null ? null : nameOf(named, said.of === 'own' ? named.own : said.of);
  const word = name === null ? t(`own.${said.word}`) : said.owns ? t(/[sxz]$/i.test(name) ? 'own.of.s' : 'own.of', {name}) : name;
  return key === place ? word : word[0].toUpperCase() + word.slice(1);
}

/**
 * A text, with `{name}` replaced, and `{name|site|sites}` by the word that goes with the number; `{authority}` is always its name, and `{we}`, `{our}` ...
 * name who own figures are of.
 *
 * @param {string} key
 * @param {Record<string, string | number | null | undefined>} [values]
 */
export function t(key, values = {}) {
  const text = texts[key];
  if (text === undefined) {
    throw new Error(`no text ${key} in ${language}`);
  }
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (_, name, one, many) => many === undefined
      ? String(values[name] ?? whoOf(name) ?? (name === 'authority' ? authority ?? texts['authority.name'] : '')) : String(values[name]) === '1' ? one : many);
}

/** A sentence as it stands after a colon: small, but where it begins with a company's name. @param {string} text */
export function within(text) {
  return text.startsWith(ownName() ?? '{') ? text : text[0].toLowerCase() + text.slice(1);
}

/** Whether there is such a text. @param {string} key */
export function has(key) {
  return key in texts;
}

/** A name of the API in the reader's language, where there is one. @param {string} kind @param {string} value */
export function word(kind, value) {
  return has(`${kind}.${value}`) ? t(`${kind}.${value}`) : value;
}
