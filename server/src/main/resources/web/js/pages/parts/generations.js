/** What became of the fish of each generation: the share lost beside the benchmark's of the same months, and of own fish what is lost, gone and there. */
import {card} from '../../figure/card.js';
import {relation, whyNoOwn} from '../../figure/compare.js';
import {withValues} from '../../figure/charts.js';
import {isComplete, running} from '../../figure/periods.js';
import {generationName} from '../../filter/filterbar.js';
import {amount, day, month, time} from '../../base/format.js';
import {h} from '../../base/dom.js';
import {t} from '../../base/i18n.js';

/** Months at sea from which a generation's sum says something. */
const GROWN = 6;
/** Generations that have a line, the youngest; and those that have a bar. */
const LINES = 4, BARS = 6;
/** The share of the fish that the country's aim lets be lost. */
const AIM = 0.05;
/** What becomes of fish, and the colour of each. */
const FATES = /** @type {const} */ ([['lost', 3], ['gone', 7], ['present', 6]]);

/** @typedef {Answer<'/v3/mortality/generations/rate'>} Rates */
/** @typedef {Rates['rows']} Rows */
/** @typedef {import('../../figure/compare.js').Focus} Focus */

/** @param {Page.Context} ctx @param {Rates} set @param {Focus} at */
export function generationCards(ctx, set, at) {
  const all = set.rows.filter(row => row.platform_area_name === at.area);
  return [curves(ctx, set, at, all), fates(ctx, set, at, all)];
}

/**
 * Own bold and the benchmark thin, over the months that both have; the benchmark alone where no own fish can be held against it. Months are those that own
 * fish have been at sea.
 *
 * @param {Page.Context} ctx @param {Rates} set @param {Focus} at @param {Rows} all
 */
function curves(ctx, set, at, all) {
  const shown = all.filter(row => row.share_lost !== null);
  const both = shown.filter(row => row.farmer_compared_share_lost !== null);
  const isHeld = both.length > 0;
  const age = isHeld ? 'farmer_generation_month_number' : 'generation_month_number';
  const list = (isHeld ? both : shown).filter(row => row[age] !== null);
  const codes = [...new Set(list.map(row => row.generation))].slice(-LINES);
  const series = codes.flatMap((code, i) => {
    const of = list.filter(row => row.generation === code);
    const open = running(of, row => Number(row[age]), monthOf, 'month', ctx.reference.through);
    const points = (/** @type {'share_lost' | 'farmer_compared_share_lost'} */ field) => unbroken(of.map(row => [Number(row[age]), row[field]]));
    return withValues([{name: generationName(code), role: 'item', colour: i, points: points('share_lost'), running: open},
      {name: t('mortality.curve.own', {name: generationName(code)}), role: 'item', bold: true, ours: true, colour: i, points: points('farmer_compared_share_lost'), running: open}]);
  });
  const said = codes.map(code => sentence(at, list.filter(row => row.generation === code), age, isHeld)).filter(each => each !== null);
  // one that has been at sea for some months says more than one that has just come
  const main = said.findLast(each => each.months >= GROWN) ?? said.at(-1);
  // of a part of the area, or of some weights, no share is known; nor how long fish have been there that came before the data
  const isPart = all.length > 0 && all.every(row => row.share_lost_pieces === null);
  const before = [...new Set((isHeld ? both : shown).filter(row => row[age] === null).map(row => row.generation))].filter(code => !codes.includes(code));
  return card({id: 'generations', ctx, sets: [set], none: all.length === 0, hiddenAll: isPart || before.length > 0 || series.length > 0 ? false : all.some(isComplete) ? true : 'notYet',
    title: main ? main.text : at.title ? t('mortality.curves', {area: at.title}) : t('mortality.curves.plain'),
    note: [t(isHeld ? 'mortality.curves.note' : 'mortality.curves.note.benchmark'), isHeld ? null : whyNoOwn(all, 'share_lost') ?? t('mortality.curves.notHeld')].filter(Boolean).join(' · '),
    foot: before.length > 0 ? t('mortality.curves.before', {names: before.map(generationName).join(', ')}) : undefined,
    spec: series.length === 0 ? undefined : {kind: 'lines', x: 'number', xTitle: t(isHeld ? 'mortality.curves.x.own' : 'mortality.curves.x'), unit: 'risk', series,
      line: {value: AIM, name: t('mortality.curves.aim', {value: amount(AIM, 'share')})}},
    body: [isPart ? h('p', {class: 'state'}, t('mortality.curves.part')) : null,
      said.length > 1 ? h('ul', {class: 'news'}, said.filter(each => each !== main).map(each => h('li', {}, each.text))) : null]});
}

/** The first day of a row whose date is the month's last. @param {{loss_rate_month: string}} row */
function monthOf(row) {
  return Date.parse(`${row.loss_rate_month.slice(0, 7)}-01T00:00:00Z`);
}

/** Points of every month from the first to the last: a month without a share breaks the line. @param {Chart.TimedPoint[]} points @returns {Chart.Point[]} */
function unbroken(points) {
  const known = new Map(points);
  const first = Math.min(...known.keys());
  return Array.from({length: Math.max(...known.keys()) - first + 1}, (_, i) => [first + i, known.get(first + i) ?? null]);
}

/**
 * What a generation has lost by its last complete month that is drawn.
 *
 * @param {Focus} at @param {Rows} list rows of one generation @param {'generation_month_number' | 'farmer_generation_month_number'} age @param {boolean} isHeld
 */
function sentence(at, list, age, isHeld) {
  const last = list.findLast(isComplete);
  if (!last) {
    return null;
  }
  const [own, benchmark] = [Number(last.farmer_compared_share_lost), Number(last.share_lost)];
  const [pieces, all] = [Number(last.share_lost_pieces), Number(last.all_pieces)];
  const what = {name: generationName(last.generation), months: Number(last[age]), month: month(monthOf(last)), area: at.title, benchmark: amount(benchmark, 'risk')};
  const text = isHeld ? t('mortality.curve.compared', {...what, own: amount(own, 'risk'), relation: relation(own, benchmark, 'risk')}) : t('mortality.curve.benchmark', what);
  return {months: what.months, text: pieces < all ? text + t('mortality.curve.pieces', {pieces, all, from: day(time(last.share_lost_from ?? ''))}) : text};
}

/** All own fish that came, by what became of them until each generation's last complete month; null without own fish. @param {Page.Context} ctx @param {Rates} set @param {Focus} at @param {Rows} all */
function fates(ctx, set, at, all) {
  const own = all.filter(row => row.farmer_share_lost !== null && isComplete(row));
  const last = [...new Map(own.map(row => [row.generation, row])).values()].slice(-BARS);
  const main = last.findLast(row => Number(row.farmer_generation_month_number) >= GROWN) ?? last.at(-1);
  if (!main) {
    return null;
  }
  // a generation without fish in later months has none now, which its last month cannot say
  const newest = set.rows.filter(isComplete).map(row => row.loss_rate_month).sort().at(-1);
  const share = (/** @type {Rows[number]} */ row, /** @type {typeof FATES[number][0]} */ fate) => row[/** @type {const} */ (`farmer_share_${fate}`)];
  const said = Object.fromEntries(FATES.map(([fate]) => [fate, amount(share(main, fate), 'risk')]));
  return card({id: 'generation-fish', ctx, sets: [set], title: t('mortality.fates.answer', {...said, name: generationName(main.generation), area: at.title, month: month(monthOf(main))}),
    note: t('mortality.fates.note'), foot: t('mortality.fates.foot'), spec: {kind: 'stack', x: 'text', xTitle: '', unit: 'risk', max: 1, size: 'short', series: FATES.map(([fate, colour]) => ({name: t(`mortality.fates.${fate}`),
      role: 'item', ours: true, colour, points: last.map(row => [t(row.loss_rate_month === newest ? 'mortality.fates.bar' : 'mortality.fates.ended', {name: generationName(row.generation), month: month(monthOf(row))}), share(row, fate)])}))}});
}
