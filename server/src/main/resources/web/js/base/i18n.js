/** The reader's language, with one dictionary of texts per language. */

export const LANGUAGES = ['nb', 'en'];
const STORED = 'tidemark.language';

/** @type {Record<string, string>} */
let texts = {};
let language = 'nb';
/** The authority's name where the operator has set another. @type {string | null} */
let authority = null;

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

/**
 * A text, with `{name}` replaced; `{authority}` is always its name.
 *
 * @param {string} key
 * @param {Record<string, string | number | null | undefined>} [values]
 */
export function t(key, values = {}) {
  const text = texts[key];
  if (text === undefined) {
    throw new Error(`no text ${key} in ${language}`);
  }
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? (name === 'authority' ? authority ?? texts['authority.name'] : '')));
}

/** Whether there is such a text. @param {string} key */
export function has(key) {
  return key in texts;
}

/** A name of the API in the reader's language, where there is one. @param {string} kind @param {string} value */
export function word(kind, value) {
  return has(`${kind}.${value}`) ? t(`${kind}.${value}`) : value;
}
