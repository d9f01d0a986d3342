/** A screen on a wall: `?wall=1` hides the bars and shows one page after another, screen by screen; `&seconds=60` sets the pace. */
import {here} from '../base/place.js';
import {PAGES} from './pages.js';
import {may} from '../session/session.js';

const SHOWN = ['overview', 'mortality', 'causes', 'environment', 'feeding', 'treatments', 'biomass'];
/** Part of a screen that it moves on by, so that no figure is only seen in halves. */
const STEP = 0.85;
let started = false;

/** @param {(address: string) => void} go */
export function startWall(go) {
  const search = new URLSearchParams(location.search);
  if (started || search.get('wall') !== '1') {
    return;
  }
  started = true;
  const seconds = Math.min(3_600, Math.max(5, Number(search.get('seconds')) || 30));
  setInterval(() => {
    if (document.hidden || new URLSearchParams(location.search).get('wall') !== '1') {
      return;
    }
    const top = window.scrollY;
    window.scrollBy(0, Math.round(window.innerHeight * STEP));
    if (window.scrollY > top + 1) {
      return;
    }
    window.scrollTo(0, 0);
    const pages = PAGES.filter(page => SHOWN.includes(page.name) && may(page.permission));
    const at = pages.findIndex(page => page.path === here());
    go(pages[(at + 1) % pages.length].path + location.search);
  }, seconds * 1000);
}
