/** The sign-in, as a page before everything and as a dialog over a session that has ended. */
import {freshId, h} from '../base/dom.js';
import {t} from '../base/i18n.js';
import * as oidc from './oidc.js';
import {signIn, useClientSecret} from './session.js';

/**
 * A form that is done when the server has let the reader in.
 *
 * @param {string} reason `expired`, `provider` when that let nobody in, or empty
 * @param {() => void} done
 */
export function signInForm(reason, done) {
  const failed = reason === 'provider';
  const name = field('signin.name', {autocomplete: 'username', name: 'username', required: true, autocapitalize: 'none', spellcheck: 'false'});
  const password = field('signin.password', {type: 'password', autocomplete: 'current-password', name: 'password', required: true});
  const secret = field('signin.secret', {type: 'password', autocomplete: 'off', name: 'client-secret'});
  const problem = h('p', {class: 'problem', role: 'alert'});
  const button = h('button', {class: 'main', type: 'submit'}, t('signin.submit'));
  const form = h('form', {class: 'signin', onsubmit: async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    button.disabled = true;
    problem.textContent = '';
    useClientSecret(secret.input.value.trim());
    const refused = await signIn(name.input.value.trim(), password.input.value).catch(() => ({code: 0, retryAfter: 0}));
    button.disabled = false;
    if (refused === null) {
      password.input.value = '';
      done();
      return;
    }
    problem.textContent = refused.code === 401 || refused.code === 400 ? t('signin.wrong')
        : refused.code === 429 ? t('signin.tooMany', {seconds: refused.retryAfter}) : t('signin.failed');
    password.input.select();
  }},
  h('h1', {}, t(reason === 'expired' ? 'signin.again' : 'signin.title')),
  h('p', {class: 'note'}, t(reason === 'expired' ? 'signin.expired' : 'signin.lead')),
  name.row, password.row,
  external(problem),
  h('details', {class: 'signin-more'}, h('summary', {}, t('signin.more')), h('p', {class: 'note'}, t('signin.secret.why')), secret.row),
  problem, button, companies());
  if (failed) {
    problem.textContent = t('signin.provider.failed');
  }
  setTimeout(() => name.input.focus());
  return form;
}

/** A button that leads to the provider of all, where one is set. @param {HTMLElement} problem */
function external(problem) {
  const place = h('div', {class: 'external'});
  oidc.provider().then(at => at && place.append(leading(new URL(at.issuer).host, '', () => oidc.leave(at), problem)));
  return place;
}

/** The ways to the reader's company's provider, where companies have one: a field for the e-mail address, or a button for each. */
function companies() {
  const place = h('div', {class: 'external companies'});
  oidc.companies().then(found => {
    if (found === null) {
      return;
    }
    const problem = h('p', {class: 'problem', role: 'alert'});
    const ways = found.by === 'email' ? byEmail(problem) : found.providers.map(each => leading(each.title, each.name, async () => {
      const at = await oidc.company({provider: each.name});
      if (at === null) {
        // it was there when the page asked for its settings
        throw new Error('gone');
      }
      await oidc.leave(at);
    }, problem));
    place.append(h('p', {class: 'note'}, t('signin.company')), ...ways, problem);
  });
  return place;
}

/** A button that leads to a provider. @param {string} name @param {string} value @param {() => Promise<void>} go @param {HTMLElement} problem */
function leading(name, value, go, problem) {
  return h('button', {type: 'button', 'data-tool': 'provider', value, onclick: () => go().catch(failure => away(failure, problem))},
      t('signin.provider', {name}));
}

/** A field for the address whose domain tells the provider, and its button. @param {HTMLElement} problem */
function byEmail(problem) {
  const email = field('signin.email', {type: 'email', autocomplete: 'email', name: 'email', autocapitalize: 'none', spellcheck: 'false'});
  const go = async () => {
    problem.textContent = '';
    const address = email.input.value.trim();
    const at = await oidc.company({email: address});
    if (at === null) {
      problem.textContent = t('signin.email.unknown');
      return;
    }
    await oidc.leave(at, address);
  };
  const start = () => go().catch(failure => away(failure, problem));
  email.input.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Enter') {
      // it is not the form of the password that is sent
      event.preventDefault();
      start();
    }
  });
  return [email.row, h('button', {type: 'button', 'data-tool': 'company', onclick: start}, t('signin.email.submit'))];
}

/** Says that no provider was reached. @param {unknown} failure @param {HTMLElement} problem */
function away(failure, problem) {
  const seconds = failure instanceof Error && 'retryAfter' in failure ? Number(failure.retryAfter) : 0;
  problem.textContent = seconds > 0 ? t('signin.tooMany', {seconds}) : t('signin.provider.away');
}

/** @param {string} key @param {Record<string, unknown>} attributes */
function field(key, attributes) {
  const id = freshId('field');
  const input = h('input', {id, ...attributes});
  return {input, row: h('div', {class: 'field'}, h('label', {for: id}, t(key)), input)};
}

/** A dialog over the page, which keeps its filters and its picture. @param {string} reason @returns {Promise<void>} */
export function signInDialog(reason) {
  return new Promise(resolve => {
    const box = h('dialog', {class: 'dialog', 'aria-label': t('signin.title')});
    box.append(signInForm(reason, () => {
      box.close();
      box.remove();
      resolve();
    }));
    // there is nothing behind it to go back to
    box.addEventListener('cancel', (/** @type {Event} */ event) => event.preventDefault());
    document.body.append(box);
    box.showModal();
  });
}

/** Asks a company that is not premium for the secret of its integration. @param {boolean} wrong one was refused @param {() => void} done */
export function secretForm(wrong, done) {
  const secret = field('signin.secret', {type: 'password', autocomplete: 'off', name: 'client-secret', required: true});
  return h('form', {class: 'signin', onsubmit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    useClientSecret(secret.input.value.trim());
    done();
  }}, h('h1', {}, t('signin.secret')), h('p', {class: 'note'}, t('signin.secret.why')), secret.row,
  wrong ? h('p', {class: 'problem', role: 'alert'}, t('signin.secret.wrong')) : null,
  h('button', {class: 'main', type: 'submit'}, t('signin.secret.submit')));
}
