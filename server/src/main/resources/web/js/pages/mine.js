/** What the reader sets for the dashboard, and for a company who looked as it. */
import {rows} from '../session/api.js';
import {card} from '../figure/card.js';
import {freshId, h} from '../base/dom.js';
import {moment} from '../base/format.js';
import {current, LANGUAGES, t} from '../base/i18n.js';
import * as mine from '../session/mine.js';
import {hasSister} from '../session/reference.js';
import {isFarmer, looksAs, may, who} from '../session/session.js';
import {PAGES, UNLISTED} from '../shell/pages.js';
import {THEMES} from '../shell/theme.js';
import {tableElement} from '../figure/table.js';

/** @type {string[]} */
export const uses = [];

export async function load() {
  const [, looks] = await Promise.all([mine.load(), isFarmer() ? rows('/v3/looks/own', {}, {single: true}) : null]);
  return {looks};
}

/** @param {Page.Context} ctx @param {Awaited<ReturnType<typeof load>>} data */
export function draw(ctx, data) {
  return h('div', {class: 'grid'}, settings(ctx), data.looks ? looked(ctx, data.looks) : null);
}

/** @param {string} label @param {string} name @param {string | null} now @param {[string, string][]} options value and text */
function select(label, name, now, options) {
  const id = freshId('mine');
  const input = h('select', {id, name}, options.map(([value, text]) => h('option', {value, selected: value === (now ?? '')}, text)));
  return {input, row: h('div', {class: 'field'}, h('label', {for: id}, label), input)};
}

/** @param {Page.Context} ctx */
function settings(ctx) {
  const set = mine.current();
  if (set === null) {
    return h('section', {class: 'card wide', 'data-card': 'mine'}, h('p', {class: 'state'}, t('mine.away')));
  }
  /** @type {[string, string]} */
  const usual = ['', t('mine.usual')];
  const pages = PAGES.filter(page => !UNLISTED.includes(page.name) && (page.permission === '' || may(page.permission)));
  const start = select(t('mine.start'), 'start_page', set.start_page, [usual, ...pages.map(page => /** @type {[string, string]} */ ([page.path, t(`page.${page.name}`)]))]);
  const own = select(t('mine.own'), 'own', set.own, [usual, ['company', t('own.company')], ['group', t('own.group')]]);
  const language = select(t('shell.language'), 'language', set.language, [usual, ...LANGUAGES.map(each => /** @type {[string, string]} */ ([each, each === 'nb' ? 'Norsk' : 'English']))]);
  const theme = select(t('shell.theme'), 'theme', set.theme, [usual, ...THEMES.map(each => /** @type {[string, string]} */ ([each, t(`theme.${each}`)]))]);
  const [mail, week] = /** @type {const} */ (['watch_mail', 'week_mail']).map(name => select(t(`mine.${name}`), name, set[name], [['off', t('mine.mail.off')], ['nb', 'Norsk'], ['en', 'English']]));
  const chosen = (set.areas ?? '').split(',');
  const boxes = ctx.reference.areas.map(area => ({id: area.area_id, box: h('input', {type: 'checkbox', name: 'areas', value: area.area_id, checked: chosen.includes(area.area_id)}),
    name: current() === 'en' ? area.name_english : area.name}));
  const said = h('p', {class: 'note', role: 'status'});
  // messages are about a company's pens, and go to an address that whoever runs the server has given the account
  const mails = isFarmer() && set.watch_mail !== null && Boolean(who()?.email);
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const refused = await mine.save({start_page: start.input.value || null, own: own.input.value || null, language: language.input.value || null,
      theme: theme.input.value || null, areas: boxes.filter(each => each.box.checked).map(each => each.id).join(',') || null, ...mails ? {watch_mail: mail.input.value, week_mail: week.input.value} : {}})
        .catch(() => t('mine.away'));
    said.textContent = refused || t('mine.saved');
  };
  return h('section', {class: 'card wide', 'data-card': 'mine'}, h('h2', {}, t('mine.title', {name: who()?.username ?? ''})), h('p', {class: 'note'}, t('mine.note')),
      h('form', {class: 'mine', onsubmit: submit}, start.row, hasSister(ctx.reference) ? own.row : null, language.row, theme.row,
          h('fieldset', {class: 'checks'}, h('legend', {}, t('filter.areas')), boxes.map(each => h('label', {}, each.box, ' ', each.name))),
          mails ? [mail.row, h('p', {class: 'note'}, t('mine.mail.note')), week.row, h('p', {class: 'note'}, t('mine.week.note'))] : null,
          looksAs() === null ? h('button', {class: 'main', type: 'submit'}, t('mine.save')) : null, said));
}

/** When admins looked as this company: they see the same lines. @param {Page.Context} ctx @param {import('../session/api.js').DataSet<any>} set */
function looked(ctx, set) {
  const good = set.state === 'ok' || set.state === 'empty';
  const title = t('mine.looked');
  const back = set.metadata.searched_back_to;
  return card({id: 'looked', ctx, sets: good ? [{...set, state: 'ok'}] : [set], wide: true, title, note: t('mine.looked.note'),
    foot: typeof back === 'string' ? t('mine.looked.cut', {time: moment(back)}) : set.metadata.has_more ? t('mine.looked.more', {n: set.rows.length}) : undefined,
    body: set.rows.length === 0 ? h('p', {class: 'note'}, t('mine.looked.none'))
        : tableElement(title, {head: [t('mine.looked.time'), t('mine.looked.route'), t('mine.looked.rows'), t('mine.looked.account')],
            rows: set.rows.map(row => [moment(row.time), h('code', {}, row.route), String(row.rows), h('code', {}, row.account_id)])})});
}
