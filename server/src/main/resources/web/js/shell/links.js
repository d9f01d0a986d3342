/** Links between pages, which open without a reload. */
import {h} from '../base/dom.js';
import {placed} from '../base/place.js';
import {addressOfSite} from './pages.js';

/** @param {Page.Context} ctx @param {string} address @param {string} text @param {string} [search] the filters that the page is opened with: these */
export function link(ctx, address, text, search = location.search) {
  return h('a', {href: placed(address), onclick: (/** @type {Event} */ event) => {
    event.preventDefault();
    ctx.go(address + search);
  }}, text);
}

/** A site's name, with its page behind it. @param {Page.Context} ctx @param {string} id @param {string} name @param {string} [search] */
export function siteLink(ctx, id, name, search = location.search) {
  return link(ctx, addressOfSite(id), name, search);
}
