/** Who may what, and is it healthy? For admins alone, by the routes of administration. */
import {rows} from '../session/api.js';
import {card} from '../figure/card.js';
import {choose, chosen, chosenOf, segmented} from '../figure/choice.js';
import {change as changed, confirmation, secrets} from './parts/admin.js';
import {accountForm, keyForm} from './parts/adminforms.js';
import {dialog, download, h} from '../base/dom.js';
import {moment, plain} from '../base/format.js';
import {has, t} from '../base/i18n.js';
import {action, rejectsHead, rejectsLines} from './parts/rejects.js';
import {authorized, look, who} from '../session/session.js';
import {tableElement} from '../figure/table.js';

/** @type {string[]} */
export const uses = [];
/** What the log is asked for. @type {Record<string, string>} */
const EVENTS = {all: '', signIns: 'sign_in,sign_in_refused,refresh_revoked', refused: 'sign_in_refused,token_refused,refused,refresh_reuse', alerts: 'security_alert,refresh_reuse',
  changes: 'admin_command,admin_request'};
/** Filters of the log of data accesses, by the names of its parameters. */
const ACCESS_FILTERS = ['farmer_id', 'route', 'from', 'to'];

const SINGLE = {single: true};

/**
 * The parts of the page: each asks for its lists, and gives what draws them.
 *
 * @type {Record<string, (ctx: Page.Context) => Promise<(ctx: Page.Context) => Node[]>>}
 */
const PARTS = {
  accounts: async () => {
    const [users, clients, ofKeys] = await accountLists();
    return ctx => [accounts(ctx, users, 'users'), accounts(ctx, clients, 'clients'), keys(ctx, ofKeys)];
  },
  log: async asked => {
    const events = await rows('/v3/admin/audit', {event: EVENTS[chosenOf(asked, 'log', Object.keys(EVENTS))], limit: '200'}, SINGLE);
    return ctx => [log(ctx, events)];
  },
  accesses: async asked => {
    const [found, lists] = await Promise.all([rows('/v3/admin/accesses', {...accessFilter(asked), limit: '200'}, SINGLE), accountLists()]);
    return ctx => [accesses(ctx, found, lists)];
  },
  snapshots: async () => {
    const found = await rows('/v3/admin/snapshots', {}, SINGLE);
    return ctx => [snapshots(ctx, found)];
  },
  deliveries: async () => {
    const [found, refused] = await Promise.all([rows('/v3/admin/deliveries', {}, SINGLE), rows('/v3/admin/rejects', {}, SINGLE)]);
    return ctx => [deliveries(ctx, found), rejects(ctx, refused)];
  },
  queries: async () => {
    const found = await rows('/v3/admin/queries/slow', {}, SINGLE);
    return ctx => [slow(ctx, found)];
  },
};

function accountLists() {
  return Promise.all([rows('/v3/admin/users', {}, SINGLE), rows('/v3/admin/clients', {}, SINGLE), rows('/v3/admin/keys', {}, SINGLE)]);
}

/** @param {Page.Context} ctx */
export function load(ctx) {
  return PARTS[chosenOf(ctx, 'admin', Object.keys(PARTS))](ctx);
}

/** @param {Page.Context} ctx @param {Awaited<ReturnType<typeof load>>} cards */
export function draw(ctx, cards) {
  return h('div', {class: 'grid'}, h('div', {class: 'wide parts'}, segmented(ctx, 'admin', t('page.administration'),
      Object.keys(PARTS).map(part => [part, t(`admin.part.${part}`)]), 'accounts')), cards(ctx));
}

/**
 * A list whose rows may be none: that is said in words.
 *
 * @param {Page.Context} ctx @param {string} id @param {import('../session/api.js').DataSet<object>} set @param {string} title @param {string[]} head
 * @param {import('../figure/table.js').Table['rows']} lines @param {Page.Content} [controls]
 */
function list(ctx, id, set, title, head, lines, controls) {
  const good = set.state === 'ok' || set.state === 'empty';
  return card({id, ctx, sets: good ? [{...set, state: 'ok'}] : [set], wide: true, title, controls,
    note: has(`${id}.note`) ? t(`${id}.note`) : undefined,
    body: lines.length === 0 ? h('p', {class: 'note'}, t('admin.none')) : tableElement(title, {head, rows: lines})});
}

/** @param {Page.Context} ctx @param {Answer<'/v3/admin/users' | '/v3/admin/clients'>} set @param {'users' | 'clients'} kind */
function accounts(ctx, set, kind) {
  const id = (/** @type {Api.AdminUser | Api.AdminClient} */ row) => 'id' in row ? row.id : row.client_id;
  const active = set.rows.filter(row => row.revoked_at === null);
  const path = `/v3/admin/${kind}`;
  /** @param {object} body @returns {Promise<import('./parts/admin.js').Outcome<Api.AdminUser | Api.IssuedClient>>} */
  const add = body => changed('POST', path, body);
  const shown = [...active, ...set.rows.filter(row => row.revoked_at !== null).reverse()];
  return list(ctx, `admin-${kind}`, set, t(`admin.${kind}.title`, {n: active.length}),
      [t('admin.name'), ...kind === 'clients' ? ['client_id'] : [t('admin.email')], t('admin.role'), t('admin.farmer'), t('admin.permissions'), t('admin.created'), t('admin.actions')],
      shown.map(row => [row.name, 'email' in row ? row.email ?? '–' : h('code', {}, row.client_id), t(`admin.role.${row.role}`), row.farmer_id ?? '–',
        permissions(row.permissions), moment(row.created_at), row.revoked_at !== null ? t('admin.revoked', {time: moment(row.revoked_at)}) : h('span', {class: 'actions'},
            action(t('admin.change'), row.name, () => accountForm(kind, row, body => changed('PATCH', `${path}/${encodeURIComponent(id(row))}`, body), () => ctx.again()), 'change'),
            row.farmer_id === null ? null : action(t('look.begin'), row.name, () => look(row.farmer_id), 'look'),
            row.name === who()?.username ? null : action(t('admin.revoke'), row.name, () => confirmation(t('admin.revoke'), t(`admin.${kind}.revoke`, {name: row.name}),
                () => changed('DELETE', `${path}/${encodeURIComponent(id(row))}`), () => ctx.again()), 'revoke'))]),
      h('button', {type: 'button', class: 'main', 'data-action': `add-${kind}`, onclick: () => accountForm(kind, null, add, added => 'client_secret' in added
          ? secrets(t('admin.clients.added', {name: added.name}), {client_id: added.client_id, client_secret: added.client_secret, x_client_secret: added.x_client_secret}, () => ctx.again())
          : ctx.again())}, t(`admin.${kind}.add`)));
}

/** @param {string[]} names */
function permissions(names) {
  return names.length === 7 ? t('admin.all') : names.length === 0 ? t('admin.nothing') : names.join(', ');
}

/** @param {Page.Context} ctx @param {Answer<'/v3/admin/keys'>} set */
function keys(ctx, set) {
  const now = new Date().toISOString();
  /** @param {object} body @returns {Promise<import('./parts/admin.js').Outcome<Api.IssuedApiKey>>} */
  const add = body => changed('POST', '/v3/admin/keys', body);
  const ended = (/** @type {Api.AdminApiKey} */ row) => row.revoked_at !== null || row.expires_at !== null && row.expires_at <= now;
  const active = set.rows.filter(row => !ended(row));
  return list(ctx, 'admin-keys', set, t('admin.keys.title', {n: active.length}),
      [t('admin.name'), t('admin.id'), t('admin.farmer'), t('admin.permissions'), t('admin.created'), t('admin.expires'), t('admin.lastUsed'), t('admin.actions')],
      [...active, ...set.rows.filter(ended).reverse()].map(row => [row.name, h('code', {}, row.id), row.farmer_id ?? '–', permissions(row.permissions), moment(row.created_at),
        row.expires_at === null ? t('admin.never') : moment(row.expires_at), row.last_used_at === null ? t('admin.never') : moment(row.last_used_at),
        row.revoked_at !== null ? t('admin.revoked', {time: moment(row.revoked_at)}) : h('span', {class: 'actions'},
            action(t('admin.change'), row.name, () => keyForm(row, body => changed('PATCH', `/v3/admin/keys/${row.id}`, body), () => ctx.again()), 'change'),
            action(t('admin.revoke'), row.name, () => confirmation(t('admin.revoke'), t('admin.keys.revoke', {name: row.name}),
                () => changed('DELETE', `/v3/admin/keys/${row.id}`), () => ctx.again()), 'revoke'))]),
      h('button', {type: 'button', class: 'main', 'data-action': 'add-keys', onclick: () => keyForm(null, add,
          added => secrets(t('admin.keys.added', {name: added.name}), {api_key: added.api_key}, () => ctx.again()))}, t('admin.keys.add')));
}

/** @param {Page.Context} ctx @param {Answer<'/v3/admin/audit'>} set */
function log(ctx, set) {
  const select = h('select', {'aria-label': t('admin.log.which'), 'data-filter': 'admin-log', onchange: () => choose(ctx, 'log', select.value, 'all')},
      Object.keys(EVENTS).map(each => h('option', {value: each, selected: each === chosen(ctx, 'log', 'all')}, t(`admin.log.${each}`))));
  const word = (/** @type {string} */ event) => has(`admin.event.${event}`) ? t(`admin.event.${event}`) : event;
  const told = (/** @type {Api.AuditEvent} */ row) => [row.alarm, row.action ?? row.command, row.reason, row.grant, row.status, row.path,
    row.arguments ? Object.entries(row.arguments).map(([name, value]) => `${name}=${value}`).join(' ') : null, row.outcome, row.failures,
    row.repeats ? t('admin.log.repeats', {n: row.repeats}) : null].filter(each => each !== undefined && each !== null && each !== '').join(' · ');
  return list(ctx, 'admin-log', set, t('admin.log.title', {n: set.rows.length}),
      [t('admin.time'), t('admin.log.what'), t('admin.log.who'), t('admin.log.address'), t('admin.log.details')],
      set.rows.map(row => [moment(row.time), word(row.event), String(row.account_name ?? row.user ?? row.admin_id ?? row.account_id ?? row.key_id ?? '–'), row.address ?? '–', told(row)]),
      select);
}

/** What the log of data accesses is asked for; what is empty is left out. @param {Page.Context} ctx @returns {Record<string, string>} */
function accessFilter(ctx) {
  return Object.fromEntries(ACCESS_FILTERS.map(name => [name, chosen(ctx, `access-${name}`, '').trim()]).filter(([, value]) => value !== ''));
}

/** @param {Page.Context} ctx @param {Answer<'/v3/admin/accesses'>} set @param {Awaited<ReturnType<typeof accountLists>>} lists */
function accesses(ctx, set, [users, clients, ofKeys]) {
  /** @type {Map<string, string>} */
  const names = new Map();
  users.rows.forEach(row => names.set(row.id, row.name));
  clients.rows.forEach(row => names.set(row.client_id, row.name));
  ofKeys.rows.forEach(row => names.set(`tm_${row.id}`, row.name));
  const inputs = ACCESS_FILTERS.map(name => {
    const day = name === 'from' || name === 'to';
    const input = h('input', {type: day ? 'date' : 'text', value: chosen(ctx, `access-${name}`, ''), placeholder: day ? null : t(`admin.accesses.${name}`), 'aria-label': t(`admin.accesses.${name}`),
      'data-filter': `access-${name}`, onchange: () => choose(ctx, `access-${name}`, input.value.trim())});
    return input;
  });
  const file = action(t('admin.accesses.download'), t('admin.part.accesses'), async () => {
    const answer = await authorized(`/v3/admin/accesses?${new URLSearchParams({...accessFilter(ctx), format: 'csv'})}`);
    if (answer.ok) {
      download('data-accesses.csv', await answer.blob());
    }
  }, 'download-accesses');
  const values = (/** @type {Api.DataAccess} */ row) => Object.entries(row.values).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
      .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(',') : value}`).join(' ');
  return list(ctx, 'admin-accesses', set, t('admin.accesses.title', {n: set.rows.length}),
      [t('admin.time'), t('admin.log.who'), t('admin.farmer'), t('explore.route'), t('admin.accesses.values'), t('admin.accesses.status'), t('admin.snapshots.rows'), t('admin.accesses.bytes'), t('admin.log.address')],
      set.rows.map(row => [moment(row.time), names.get(row.account_id) ?? row.account_id, row.farmer_id ?? '–', row.route, values(row), row.count === 1 ? String(row.status) : `${row.status} × ${plain(row.count)}`, plain(row.rows), plain(row.bytes), row.address]),
      h('span', {class: 'actions'}, inputs, file));
}

/** @param {Page.Context} ctx @param {Answer<'/v3/admin/snapshots'>} set */
function snapshots(ctx, set) {
  const published = set.rows.find(row => row.published);
  const state = (/** @type {Api.AdminSnapshot} */ row) => row.problem ?? [row.published ? t('admin.snapshots.published') : null, row.open ? t('admin.snapshots.open') : null].filter(Boolean).join(', ');
  return list(ctx, 'admin-snapshots', set, t('admin.snapshots.title', {n: set.rows.length}),
      [t('admin.id'), t('admin.created'), t('admin.snapshots.rows'), t('admin.snapshots.size'), t('admin.snapshots.state'), t('admin.snapshots.by'), t('admin.actions')],
      set.rows.map(row => [row.id, row.created_at === null ? '–' : moment(row.created_at), row.rows === null ? '–' : plain(row.rows),
        row.bytes === null ? '–' : `${plain(Math.round(row.bytes / 1e5) / 10)} MB`, state(row) || '–', (row.deliveries ?? []).map(each => each.name).join(', ') || '–',
        h('span', {class: 'actions'}, row.published ? null : action(t('admin.snapshots.publish'), row.id, () => confirmation(t('admin.snapshots.publish'), t('admin.snapshots.publish.sure', {id: row.id}),
            () => changed('POST', `/v3/admin/snapshots/${row.id}/publish`), () => ctx.again()), 'publish'))]),
      published && set.rows.length > 1 ? h('button', {type: 'button', 'data-action': 'rollback', onclick: () => confirmation(t('admin.snapshots.rollback'), t('admin.snapshots.rollback.sure', {id: published.id}),
          () => changed('POST', '/v3/admin/rollback'), () => ctx.again())}, t('admin.snapshots.rollback')) : null);
}

/** @param {Page.Context} ctx @param {Answer<'/v3/admin/deliveries'>} set */
function deliveries(ctx, set) {
  const lines = set.rows.flatMap(row => row.deliveries.map(each => [each.name, each.sender, row.created_at === null ? '–' : moment(row.created_at), each.farmers.join(', ') || '–',
    Object.entries(each.rows).map(([table, n]) => `${table} ${Number(n) > 0 ? '+' : ''}${plain(Number(n))}`).join(', ') || '–',
    plain(row.files.reduce((sum, file) => sum + file.rejected, 0)), row.snapshot]));
  return list(ctx, 'admin-deliveries', set, t('admin.deliveries.title', {n: lines.length}),
      [t('admin.deliveries.name'), t('admin.deliveries.sender'), t('admin.time'), t('admin.farmer'), t('admin.deliveries.brought'), t('admin.rejects.rows'), t('admin.snapshots.id')], lines);
}

/** @param {Page.Context} ctx @param {Answer<'/v3/admin/rejects'>} set */
function rejects(ctx, set) {
  return list(ctx, 'admin-rejects', set, t('admin.rejects.title', {n: set.rows.length}), rejectsHead(), rejectsLines(set.rows, '/v3/admin/rejects/{id}/file'));
}

/** @param {Page.Context} ctx @param {Answer<'/v3/admin/queries/slow'>} set */
function slow(ctx, set) {
  const ms = (/** @type {number} */ value) => `${plain(value)} ms`;
  return list(ctx, 'admin-slow', set, t('admin.slow.title', {n: set.rows.length}),
      [t('admin.time'), t('explore.route'), t('admin.slow.ran'), t('admin.slow.waited'), t('admin.snapshots.rows'), t('admin.slow.end'), t('admin.actions')],
      set.rows.map(row => [moment(row.time), row.route, ms(row.ran_ms), ms(row.waited_ms), plain(row.rows), row.end,
        action(t('admin.slow.plan'), row.route, () => dialog(row.route, t('tool.close'), h('p', {class: 'note'}, `${row.account_id} · ${row.format}`),
            h('pre', {tabindex: 0}, row.values), h('pre', {tabindex: 0}, row.plan)), 'plan')]));
}
