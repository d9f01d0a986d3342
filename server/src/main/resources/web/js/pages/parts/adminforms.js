/** Forms for accounts and keys. They send only the changed fields. */
import {actionDialog} from './admin.js';
import {freshId, h} from '../../base/dom.js';
import {t} from '../../base/i18n.js';

/** @type {Api.Role[]} */
const ROLES = ['admin', 'analyst', 'farmer', 'readonly'];
/** @type {Api.Permission[]} */
const PERMISSIONS = ['mortality:read', 'environment:read', 'feeding:read', 'treatment:read', 'inventory:read', 'common:read', 'raw:read',
  'deliver'];

/** @param {string} label @param {Record<string, unknown>} attributes @param {string} [note] */
function field(label, attributes, note) {
  const id = freshId('admin');
  const input = h('input', {id, autocomplete: 'off', ...attributes, 'aria-describedby': note ? `${id}-note` : null});
  return {input, row: h('div', {class: 'field'}, h('label', {for: id}, label), input, note ? h('span', {class: 'note', id: `${id}-note`}, note) : null)};
}

/** @param {Api.Permission[] | null} chosen null: those of the role @param {boolean} ofRole whether the role's may be taken */
function permissionsOf(chosen, ofRole) {
  const byRole = h('input', {type: 'checkbox', checked: chosen === null, onchange: () => update()});
  const boxes = PERMISSIONS.map(name => ({name, box: h('input', {type: 'checkbox', name: 'permissions', checked: chosen?.includes(name) ?? false})}));
  const update = () => boxes.forEach(each => {
    each.box.disabled = ofRole && byRole.checked;
  });
  update();
  return {
    row: h('fieldset', {class: 'checks'}, h('legend', {}, t('admin.permissions')), ofRole ? h('label', {}, byRole, ' ', t('admin.byRole')) : null,
        boxes.map(({name, box}) => h('label', {}, box, ' ', name))),
    /** null: those of the role */
    value: () => ofRole && byRole.checked ? null : boxes.filter(each => each.box.checked).map(each => each.name),
  };
}

/** Clients have no address. @param {Api.AdminUser | Api.AdminClient | null} account */
function emailOf(account) {
  return account && 'email' in account ? account.email ?? '' : '';
}

/**
 * Adds or changes a user or a client.
 *
 * @template D
 * @param {'users' | 'clients'} kind
 * @param {Api.AdminUser | Api.AdminClient | null} before null for a new one
 * @param {(body: Api.UserChange & {name?: string}) => Promise<import('./admin.js').Outcome<D>>} send
 * @param {(data: D) => void} done
 */
export function accountForm(kind, before, send, done) {
  const user = kind === 'users';
  const name = field(t('admin.name'), {name: 'name', required: true});
  const farmer = field(t('admin.farmer'), {name: 'farmer_id', value: before?.farmer_id ?? ''}, t('admin.farmer.note'));
  const email = field(t('admin.email'), {name: 'email', type: 'email', value: emailOf(before)});
  const password = field(t(before ? 'admin.newPassword' : 'signin.password'), {name: 'password', type: 'password', autocomplete: 'new-password'}, t('admin.password.note'));
  const id = freshId('admin');
  const role = h('select', {id, name: 'role', onchange: () => show()}, ROLES.map(each => h('option', {value: each, selected: each === (before?.role ?? 'analyst')}, t(`admin.role.${each}`))));
  const permissions = permissionsOf(before ? before.permissions : null, true);
  const show = () => {
    farmer.row.hidden = role.value !== 'farmer';
  };
  show();
  actionDialog(before ? t('admin.changing', {name: before.name}) : t(`admin.${kind}.add`), [before ? null : name.row,
    h('div', {class: 'field'}, h('label', {for: id}, t('admin.role')), role), farmer.row, user ? email.row : null, user ? password.row : null, permissions.row],
  t(before ? 'admin.save' : 'admin.add'), () => {
    const chosen = permissions.value();
    /** @type {Api.UserChange & {name?: string}} */
    const body = before ? {} : {name: name.input.value.trim()};
    if (!before || role.value !== before.role) {
      body.role = /** @type {Api.Role} */ (role.value);
    }
    if (role.value === 'farmer' && farmer.input.value.trim() !== (before?.farmer_id ?? '')) {
      body.farmer_id = farmer.input.value.trim();
    }
    if (user && email.input.value.trim() !== emailOf(before)) {
      body.email = email.input.value.trim();
    }
    if (user && (password.input.value !== '' || !before)) {
      body.password = password.input.value;
    }
    if (chosen === null && before) {
      body.role_permissions = true;
    } else if (chosen !== null && !(before && String(chosen) === String(before.permissions))) {
      body.permissions = chosen;
    }
    return send(body);
  }, done);
}

/**
 * Adds or changes an API key.
 *
 * @template D
 * @param {Api.AdminApiKey | null} before null for a new one
 * @param {(body: Api.ApiKeyChange & {name?: string, farmer_id?: string}) => Promise<import('./admin.js').Outcome<D>>} send
 * @param {(data: D) => void} done
 */
export function keyForm(before, send, done) {
  const name = field(t('admin.name'), {name: 'name', required: true});
  const expires = field(t('admin.expires'), {name: 'expires', type: 'date'}, t(before ? 'admin.expires.keep' : 'admin.expires.note'));
  const farmer = field(t('admin.farmer'), {name: 'farmer_id'}, t('admin.keys.farmer.note'));
  const permissions = permissionsOf(before?.permissions ?? [], false);
  actionDialog(before ? t('admin.changing', {name: before.name}) : t('admin.keys.add'), [before ? null : name.row, before ? null : farmer.row, expires.row, permissions.row], t(before ? 'admin.save' : 'admin.add'), () => {
    /** @type {Api.ApiKeyChange & {name?: string, farmer_id?: string}} */
    const body = before ? {} : {name: name.input.value.trim()};
    const chosen = permissions.value() ?? [];
    if (!before || String(chosen) !== String(before.permissions)) {
      body.permissions = chosen;
    }
    if (farmer.input.value.trim() !== '') {
      body.farmer_id = farmer.input.value.trim();
    }
    if (expires.input.value !== '') {
      body.expires = expires.input.value;
    }
    return send(body);
  }, done);
}
