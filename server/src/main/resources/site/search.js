// Finds pages by whole words and by words that mean the same. The list of pages is fetched when somebody first types.
const script = document.currentScript;
const root = script.dataset.root;
// the language that the page's address names; empty where the browser chose it
const named = script.dataset.named;
const language = document.documentElement.lang;
const field = document.getElementById('search');
const found = document.getElementById('found');
// words of a question that say nothing of its subject
const EMPTY = new Set(('a an and are be can do does for from get have how i if in is it its me my no not of on or our so that the their there these this to we what when where which who '
  + 'why will with you your at av de den det dette din ditt du eller en er et for fra får gjør ha har hva hvem hvor hvordan hvorfor hvis i ikke jeg kan man med meg min mitt mine når og om på '
  + 'selv sin skal som til ut var vår vårt vi').split(' '));
// each line has words that stand for each other
const SAME = `
add adding new own create make
legge lage ny nytt nye egen
empty blank missing hidden nothing gap
tom tomt tomme mangler skjult skjulte ingenting hull
area areas region regions
område området områder områdene region
route routes endpoint endpoints
rute ruten ruter rutene endepunkt
losses loss mortality death deaths dead
tap tapet dødelighet død døde
user users account accounts
bruker brukere konto kontoer
password passwords
passord
permission permissions access rights role roles
tilgang tilganger rettighet tillatelse tillatelser rolle roller
key keys token tokens
nøkkel nøkler token
company companies farmer farmers
selskap selskapet selskaper oppdretter oppdrettere
site sites locality
lokalitet lokaliteten lokaliteter
pen pens cage cages unit units
merd merder enhet enheter
treatment treatments delousing
behandling behandlinger avlusing
delivery deliveries deliver upload
leveranse leveranser levere
error errors fault faults fails failure
feil feilet
excel spreadsheet csv
regneark csv
install installation setup
installere installasjon oppsett
backup restore
sikkerhetskopi gjenopprette
update upgrade
oppdatere oppgradere`.trim().split('\n').map(line => line.split(' '));
let pages;

function wordsOf(text) {
  return text.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
}

async function search() {
  const typed = wordsOf(field.value);
  // a question of empty words alone is searched for as it is
  const words = typed.some(word => !EMPTY.has(word)) ? typed.filter(word => !EMPTY.has(word)) : typed;
  if (!words.length) {
    found.replaceChildren();
    return;
  }
  pages ??= (await (await fetch(`${root}search.json`)).json()).map(page => ({...page, inTitle: new Set(wordsOf(page.title)), inHeadings: new Set(wordsOf(page.headings)), inText: new Set(wordsOf(`${page.words} ${page.more}`))}));
  const asked = words.map((word, i) => ({word, same: [word, ...SAME.filter(line => line.includes(word)).flat()],
    // the last word may still be in the making
    begins: i === words.length - 1 && word.length > 1 && field.value.endsWith(word)}));
  const hits = pages.filter(page => (page.language ?? language) === language).map(page => ({page, rank: rank(page, asked)})).filter(hit => hit.rank > 0)
    .sort((a, b) => b.rank - a.rank).slice(0, 12);
  found.replaceChildren(...hits.map(hit => item(hit.page, words[0])));
  if (!hits.length) {
    found.textContent = language === 'nb' ? 'Ingen treff' : 'Nothing found';
  }
}

// All words must be there, or one that means the same; the word itself counts more, and so does one in the title or a heading.
function rank(page, asked) {
  let sum = 0;
  for (const {word, same, begins} of asked) {
    const part = all => all.has(word) ? 3 : same.some(each => all.has(each)) ? 2 : begins && [...all].some(each => each.startsWith(word)) ? 1 : 0;
    const here = 10 * part(page.inTitle) + 5 * part(page.inHeadings) + part(page.inText);
    if (here === 0) {
      return 0;
    }
    sum += here;
  }
  return sum;
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
