/** Light, dark, or as the system has it. */

export const THEMES = ['system', 'light', 'dark'];
const STORED = 'tidemark.theme';

export function stored() {
  const found = localStorage.getItem(STORED) ?? '';
  return THEMES.includes(found) ? found : 'system';
}

/** @param {string} choice */
export function use(choice) {
  document.documentElement.dataset.theme = choice;
  localStorage.setItem(STORED, choice);
}
