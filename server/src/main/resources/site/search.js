// Finds pages by their words. The list is fetched when somebody first types.
const script = document.currentScript;
const root = script.dataset.root;
// the language that the page's address names; empty where the browser chose it
const named = script.dataset.named;
const language = document.documentElement.lang;
const field = document.getElementById('search');
const found = document.getElementById('found');
let pages;

async function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) {
    found.replaceChildren();
    return;
  }
  pages ??= await (await fetch(`${root}search.json`)).json();
  const hits = pages.filter(page => (page.language ?? language) === language).map(page => ({page, rank: rank(page, words)})).filter(hit => hit.rank > 0)
    .sort((a, b) => b.rank - a.rank).slice(0, 12);
  found.replaceChildren(...hits.map(hit => item(hit.page, words[0])));
  if (!hits.length) {
    found.textContent = language === 'nb' ? 'Ingen treff' : 'Nothing found';
  }
}

// all words must be there; one in the title counts ten times
function rank(page, words) {
  const title = page.title.toLowerCase();
  const text = page.words.toLowerCase();
  return words.every(word => title.includes(word) || text.includes(word))
    ? words.reduce((sum, word) => sum + (title.includes(word) ? 10 : 1), 0) : 0;
}

function item(page, word) {
  const entry = document.createElement('li');
  const link = document.createElement('a');
  link.href = root + (page.language === 'en' && named ? 'en/' : '') + page.path;
  link.lang = page.language ?? 'en';
  link.textContent = page.title;
  const at = Math.max(0, page.words.toLowerCase().indexOf(word) - 40);
  const excerpt = document.createElement('small');
  excerpt.textContent = page.words.slice(at, at + 120);
  link.append(excerpt);
  entry.append(link);
  return entry;
}

field.addEventListener('input', search);
field.addEventListener('keydown', event => {
  if (event.key === 'Escape') {
    field.value = '';
    search();
  }
});
