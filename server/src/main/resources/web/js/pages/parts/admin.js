/** Changes by an admin. A dialog asks first, sends the change, and shows what the server refused. */
import {dialog, freshId, h} from '../../base/dom.js';
import {t} from '../../base/i18n.js';
import {authorized} from '../../session/session.js';

/**
 * The result of a change: `data`, null where the server says nothing more, or `problems` in words, each with its field.
 *
 * @template D
 * @typedef {{data: D | null, problems: {field: string, text: string}[]}} Outcome
 */

/**
 * Sends a change.
 *
 * @template D what the server answers
 * @param {string} method @param {string} path @param {object} [body]
 * @returns {Promise<Outcome<D>>}
 */
export async function change(method, path, body) {
  try {
    const answer = await authorized(path, body === undefined ? {} : {'Content-Type': 'application/json'}, {method, body: body === undefined ? undefined : JSON.stringify(body)});
    /** @type {{data: D} & Api.Error} */
    const said = await answer.json();
    return answer.ok ? {data: said.data, problems: []} : {data: null, problems: said.details?.map(each => ({field: each.parameter, text: each.message}))
        ?? [{field: '', text: said.message}]};
  } catch {
    return {data: null, problems: [{field: '', text: t('signin.failed')}]};
  }
}

/**
 * A dialog whose button starts an action. It closes if the action succeeds.
 *
 * @param {string} title
 * @template D
 * @param {Page.Content} content
 * @param {string} button
 * @param {() => Promise<Outcome<D>>} act
 * @param {(data: D) => void} done
 */
export function actionDialog(title, content, button, act, done) {
  const problem = h('div', {class: 'problem', role: 'alert'});
  const submit = h('button', {type: 'submit', class: 'main'}, button);
  const form = h('form', {class: 'action', novalidate: true, onsubmit: async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    submit.disabled = true;
    problem.replaceChildren();
    const {data, problems} = await act();
    submit.disabled = false;
    if (problems.length === 0) {
      box.close();
      done(/** @type {D} */ (data));
      return;
    }
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll('[name]'))) {
      input.toggleAttribute('aria-invalid', false);
      if (problems.some(each => each.field === input.name)) {
        input.setAttribute('aria-invalid', 'true');
      }
    }
    problem.replaceChildren(...problems.map(each => {
      const label = form.querySelector(`[name="${CSS.escape(each.field)}"]`)?.closest('.field, fieldset')?.querySelector('label, legend')?.textContent;
      return h('p', {}, label ? `${label}: ${each.text}` : each.text);
    }));
    /** @type {HTMLElement | null} */ (form.querySelector('[aria-invalid]'))?.focus();
  }}, content, problem, h('p', {class: 'buttons'}, submit, h('button', {type: 'button', onclick: () => box.close()}, t('admin.cancel'))));
  const box = dialog(title, t('tool.close'), form);
  /** @type {HTMLElement | null} */ (form.querySelector('input, select'))?.focus();
  return box;
}

/** Asks for a confirmation before an action. @param {string} title @param {string} question @param {() => Promise<Outcome<unknown>>} act @param {() => void} done */
export function confirmation(title, question, act, done) {
  actionDialog(title, h('p', {}, question), title, act, done);
}

/** Shows new secrets. The server does not show them again. @param {string} title @param {Record<string, string>} values @param {() => void} done */
export function secrets(title, values, done) {
  const box = dialog(title, t('tool.close'), h('p', {}, t('admin.once')), h('div', {class: 'secrets'}, Object.entries(values).map(([name, value]) => {
    const id = freshId('secret');
    const said = h('span', {class: 'note', role: 'status'});
    const input = h('input', {id, readonly: true, value, spellcheck: 'false', onfocus: () => input.select()});
    return h('div', {class: 'field'}, h('label', {for: id}, name), input, h('span', {}, h('button', {type: 'button', 'aria-label': t('tool.copy', {name}), onclick: async () => {
      await navigator.clipboard?.writeText(value);
      said.textContent = t('admin.copied');
    }}, t('tool.copy', {name: ''})), ' ', said));
  })));
  box.addEventListener('close', done);
}
