/** Rejected rows of deliveries: a table row per file, with reasons and a download. */
import {download, h} from '../../base/dom.js';
import {plain} from '../../base/format.js';
import {t} from '../../base/i18n.js';
import {authorized} from '../../session/session.js';

/** A button in a line of a table. @param {string} text @param {string} about @param {() => void} act @param {string} [name] */
export function action(text, about, act, name = '') {
  return h('button', {type: 'button', class: 'tool', 'data-action': name, 'aria-label': `${text}: ${about}`, onclick: act}, text);
}

/** The headings of a list of rejected rows. */
export function rejectsHead() {
  return [t('admin.rejects.file'), t('admin.rejects.rows'), t('admin.rejects.why'), t('admin.rejects.of'), t('admin.actions')];
}

/** A table row per file. @param {Api.Rejects[]} list @param {string} route with {id}, that a file is fetched from */
export function rejectsLines(list, route) {
  return list.flatMap(one => one.files.map(file => [file.path, `${plain(file.rows)}${file.more ? '+' : ''}`,
    h('ul', {class: 'plain'}, file.reasons.slice(0, 3).map(why => h('li', {}, `${why.column ? `${why.column}: ` : ''}${why.reason}${why.rows > 1 ? ` (${plain(why.rows)})` : ''}${why.line ? `, ${t('admin.rejects.line', {n: why.line})}` : ''}`))),
    `${one.id}${one.snapshot ? '' : ` (${t('admin.rejects.refused')})`}`,
    action(t('admin.rejects.download'), file.path, async () => {
      const answer = await authorized(`${route.replace('{id}', one.id)}?${new URLSearchParams({path: file.path})}`);
      if (answer.ok) {
        download(file.path.replaceAll('/', '-'), await answer.blob());
      }
    }, 'download')]));
}
