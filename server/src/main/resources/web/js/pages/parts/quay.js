/** What happens in the pens of an own site, for whoever stands beside them: who needs somebody, the dead day by day, the sea. */
import {rows} from '../../session/api.js';
import {card} from '../../figure/card.js';
import {marksIn, markList, markSwitch, saidAt} from '../../figure/marks.js';
import {tableOf} from '../../figure/table.js';
import {h} from '../../base/dom.js';
import {amount, day, iso, plain, time} from '../../base/format.js';
import {t, within, word} from '../../base/i18n.js';
import {may} from '../../session/session.js';
import {expected, sentence} from './compared.js';
import {correctionMarks} from './corrections.js';
import {penLines} from './watch.js';

const DAY = 86_400_000;
/** The seven weeks that the server keeps at hand, with the day before them. */
const WEEKS = 49 * DAY;
/** Pens that have a line, the first of the API's order; the table has all. */
const MOST = 7;

/** @typedef {Answer<'/v3/watch/unit-days'>} Days */

/** @param {Page.Context} ctx @param {string} id an own site */
export async function quayData(ctx, id) {
  const end = time(ctx.reference.end);
  const through = time(ctx.reference.through);
  const sunday = through - new Date(through).getUTCDay() * DAY;
  const window = {from: iso(end - WEEKS), to: ctx.reference.end};
  const [pens, days, weeks, treatments, lice, corrections] = await Promise.all([
    rows('/v3/watch/units', {site_id: id}),
    rows('/v3/watch/unit-days', {site_id: id}),
    expected({from_date: iso(sunday - 13 * DAY), to_date: iso(sunday), own: ctx.reference.company?.number_of_farmers_in_dataset === 1 ? '' : 'company'}, 'site'),
    may('treatment:read') ? rows('/v3/treatment/by-site', {start_date: window.from, end_date: window.to, site_id: id}) : null,
    may('environment:read') ? rows('/v3/environment/lice-by-site-and-week', {from_date: window.from, to_date: window.to, sites: id}) : null,
    may('common:read') ? rows('/v3/common/corrections', {from_date: window.from, to_date: window.to, site_id: id}) : null,
  ]);
  return {pens, days, weeks, treatments, lice, corrections};
}

/** @typedef {Awaited<ReturnType<typeof quayData>>} Quay */

/** Nothing where the site has no fish now. @param {Page.Context} ctx @param {string} id @param {string} name @param {Quay} data @param {Answer<'/v3/environment/disease-by-site'> | null} diseases */
export function quayCards(ctx, id, name, data, diseases) {
  if (data.pens.state === 'empty' && data.days.rows.length === 0) {
    return [];
  }
  const marks = happened(ctx, data, diseases);
  return [pensCard(ctx, id, name, data), deathsCard(ctx, data, [...marks, ...correctionMarks(data.corrections?.rows ?? [], allDays(data.days)[0])]), seaCard(ctx, data.days, marks)];
}

/** @param {Page.Context} ctx @param {string} id @param {string} name @param {Quay} data */
function pensCard(ctx, id, name, {pens, weeks}) {
  const when = pens.rows.map(row => row.date).sort().at(-1);
  const signalled = pens.rows.filter(row => row.signal !== 'quiet').length;
  const title = when === undefined ? name : t(signalled > 0 ? 'quay.answer' : 'quay.none', {site: name, n: plain(signalled), all: plain(pens.rows.length), day: day(time(when))});
  const whole = weeks.rows.find(row => row.site_id === id);
  return card({id: 'site-pens', ctx, sets: [pens, weeks], wide: true, title, note: t('quay.note'), table: null, body: [
    penLines(pens.rows, row => row.unit_id),
    whole ? h('p', {}, t('quay.expected', {from: day(time(whole.period_start)), to: day(time(whole.period_end)), sentence: within(sentence(whole))})) : h('p', {class: 'note'}, t('quay.expected.none'))]});
}

/** Every day from the first to the last, so that a day that nobody counted or delivered is a gap. @param {Days['rows']} list @param {(row: Days['rows'][number]) => number | null} of @param {number[]} all @returns {Chart.TimedPoint[]} */
function byDay(list, of, all) {
  const values = new Map(list.map(row => [time(row.date), of(row)]));
  return all.map(at => [at, values.get(at) ?? null]);
}

/** @param {Days} set */
function allDays(set) {
  const known = set.rows.map(row => time(row.date));
  const from = Math.min(...known);
  return known.length === 0 ? [] : Array.from({length: Math.round((Math.max(...known) - from) / DAY) + 1}, (_, i) => from + i * DAY);
}

/** @param {Page.Context} ctx @param {Quay} data @param {Chart.Mark[]} marks */
function deathsCard(ctx, {pens, days: set}, marks) {
  const all = allDays(set);
  const order = pens.rows.map(row => row.unit_id);
  const place = (/** @type {string} */ unit) => order.includes(unit) ? order.indexOf(unit) : order.length;
  const units = [...new Set(set.rows.map(row => row.unit_id))].sort((a, b) => place(a) - place(b));
  /** @type {Chart.Series[]} */
  const series = units.map((unit, i) => ({name: unit, role: 'item', colour: i, ours: true, bold: pens.rows.some(row => row.unit_id === unit && row.signal !== 'quiet'),
    said: new Map(set.rows.filter(row => row.unit_id === unit && row.mortality_per_mille !== null).map(row => [time(row.date), t('tip.fish', {n: plain(row.fish_count)})])),
    points: byDay(set.rows.filter(row => row.unit_id === unit), row => row.mortality_per_mille, all)}));
  const limits = [...new Set(set.rows.map(row => row.limit_per_mille))];
  /** @type {Chart.Series[]} */
  const lines = limits.map(limit => ({name: t('quay.limit', {limit: amount(limit, 'perMille')}), role: 'authority', dash: true,
    points: byDay(set.rows.filter(row => row.limit_per_mille === limit), row => row.limit_per_mille, all)}));
  const shown = marksIn(ctx, marks, all[0] ?? 0, all.at(-1) ?? 0);
  const uncounted = all.filter(at => set.rows.some(row => time(row.date) === at) && set.rows.every(row => time(row.date) !== at || row.collection_days === null));
  return card({id: 'site-deaths', ctx, sets: [set], wide: true, none: all.length === 0, title: all.length > 0 ? t('quay.deaths', {from: day(all[0]), to: day(all[all.length - 1])}) : t('quay.deaths.plain'),
    note: [t('quay.deaths.note'), t('quay.uncounted', {n: uncounted.length, all: all.length})].join(' · '), controls: markSwitch(ctx),
    foot: units.length > MOST ? t('quay.cut', {n: MOST, all: units.length}) : undefined, body: markList(shown),
    table: tableOf({kind: 'lines', x: 'day', unit: 'perMille', series}),
    spec: {kind: 'lines', x: 'day', unit: 'perMille', marks: shown, below: below(shown, all), series: [...series.slice(0, MOST), ...lines]}});
}

/** @param {Chart.Mark[]} marks @param {number[]} days ms */
function below(marks, days) {
  return saidAt(marks, days, DAY, mark => `${t(`mark.${mark.kind}`)}: ${mark.text}`);
}

/** The sea that the company has measured at the site; nothing where it has not. @param {Page.Context} ctx @param {Days} set @param {Chart.Mark[]} marks */
function seaCard(ctx, set, marks) {
  const all = allDays(set);
  const points = byDay(set.rows, row => row.sea_temperature, all);
  const last = points.findLast(([, value]) => value !== null);
  const shown = marksIn(ctx, marks, all[0] ?? 0, all.at(-1) ?? 0);
  return last === undefined ? null : card({id: 'site-sea', ctx, sets: [set], wide: true, title: t('quay.sea', {now: amount(last[1], 'celsius'), day: day(last[0])}), note: t('quay.sea.note'),
    spec: {kind: 'lines', x: 'day', unit: 'celsius', free: true, size: 'short', marks: shown, below: below(shown, all), series: [{name: t('quay.sea.line'), role: 'own', points}]}});
}

/** @param {Page.Context} ctx @param {Quay} data @param {Answer<'/v3/environment/disease-by-site'> | null} diseases @returns {Chart.Mark[]} */
function happened(ctx, {treatments, lice}, diseases) {
  const end = time(ctx.reference.end);
  return [
    ...(treatments?.rows ?? []).map(row => ({from: time(row.treatment_date), to: time(row.treatment_date), kind: /** @type {const} */ ('treatment'),
      text: `${word('category', row.treatment_category)}, ${word('target', row.treatment_target)}`})),
    ...(diseases?.rows ?? []).map(row => ({from: time(row.from_date), to: row.to_date ? time(row.to_date) : end, kind: /** @type {const} */ ('disease'),
      text: `${word('disease', row.disease)}, ${word('diseaseStatus', row.status)}`})),
    // a week's count stands on its Monday
    ...(lice?.rows ?? []).filter(row => row.adult_female !== null).map(row => ({from: time(row.week_start ?? ''), to: time(row.week_start ?? ''), kind: /** @type {const} */ ('lice'),
      text: t(row.lice_limit === null ? 'mark.lice.count' : 'mark.lice.limit', {lice: amount(row.adult_female, 'lice'), limit: amount(row.lice_limit, 'lice')})}))];
}
