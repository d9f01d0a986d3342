/** Converts the description of a chart to options of the charting library. No other module knows these options. */
import {t} from '../base/i18n.js';
import {amount, axisUnit, isoWeek, monthName, plain, scaleOf, shortDay, shortMonth} from '../base/format.js';
import {drawnMarks} from './marks.js';
import {isOurs, noValueText, partText, placeText} from './table.js';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
const FONT = 'system-ui, Roboto, sans-serif';
/** Below this width in pixels a legend replaces the labels at line ends, which would cover the lines. */
const NARROW = 460;
const LABEL_HEIGHT = 14;
/** Width of most letters of a label, pixels. */
const NARROW_LETTER = 5.2;
/** The weeks of a year, and a year whose months name them. */
const WEEKS_OF_YEAR = 53;
const SOME_YEAR = 2026;
/** Pixels of a letter, about, and the part of the width that labels at line ends may take. */
const LETTER = 7;
const MOST_LABEL = 0.3;
const LEGEND_LINE = 19;
/** A line that ends further left than this part of the width has its label at its own end. */
const EARLY_END = 0.3;
/** Begins the library's id of the part of a line over running periods. */
const TAIL = 'running ';

/**
 * @param {Chart.Spec} spec @param {Chart.Colours} colours @param {number} width pixels @param {Chart.Tip} tip
 */
export function option(spec, colours, width, tip) {
  const made = spec.kind === 'heat' ? heat(spec, colours, width, tip) : spec.kind === 'points' ? cloud(spec, colours, tip)
      : axes(spec, colours, width, tip);
  // days are midnight UTC; ticks in local time would be labelled with the month before
  return {animation: false, useUTC: true, textStyle: {fontFamily: FONT, color: colours.text}, aria: {enabled: false}, ...made};
}

/** @param {Chart.Series} series @param {Chart.Colours} colours */
function colour(series, colours) {
  switch (series.role) {
    case 'own': return colours.own;
    case 'benchmark': return colours.benchmark;
    case 'authority': return colours.authority;
    default: return colours.of(series.colour ?? 0);
  }
}

/** @param {Pick<Chart.Axes, 'unit' | 'free' | 'max'>} spec @param {Chart.Colours} colours */
function valueAxis(spec, colours) {
  return {type: 'value', name: axisUnit(spec.unit), nameGap: 10, nameTextStyle: {color: colours.soft, align: 'left'},
    axisLine: {show: false}, axisTick: {show: false}, scale: spec.free ?? false, min: spec.free ? undefined : 0, splitNumber: 4, minInterval: spec.unit === 'count' ? 1 : undefined,
    ...spec.max === undefined ? {} : {max: spec.max * scaleOf(spec.unit), interval: spec.max * scaleOf(spec.unit) / 4},
    axisLabel: {color: colours.soft, formatter: plain}, splitLine: {lineStyle: {color: colours.line}}};
}

/**
 * @param {Chart.Axes} spec @param {Chart.Colours} colours @param {number} width
 * @returns {{type: string, name?: string, data?: Chart.Place[], [more: string]: unknown}}
 */
function placeAxis(spec, colours, width) {
  const look = {axisLine: {lineStyle: {color: colours.soft}}, axisTick: {show: false},
    axisLabel: {color: colours.soft, hideOverlap: true}};
  if (spec.kind === 'lines' && spec.x === 'season') {
    return {type: 'value', ...look, min: 1, max: WEEKS_OF_YEAR, interval: 1, splitLine: {show: false}, axisLabel: {...look.axisLabel, hideOverlap: false, formatter: monthOfWeek(width)}};
  }
  if (spec.kind === 'lines' && spec.x !== 'number') {
    const all = spec.series.flatMap(series => series.points.map(point => Number(point[0])));
    const [first, last] = [Math.min(...all), Math.max(...all)];
    const long = last - first > 150 * DAY;
    if (spec.x === 'week' && !long) {
      return weekAxis(first, last, width, look);
    }
    return {type: 'time', ...look, splitNumber: Math.max(2, Math.round(width / 130)), minInterval: long ? 28 * DAY : 7 * DAY,
      axisLabel: {...look.axisLabel, formatter: (/** @type {number} */ ms) =>
        long || spec.x === 'month' ? shortMonth(ms) : spec.x === 'day' ? shortDay(ms) : t('period.shortWeek', isoWeek(ms))}};
  }
  if (spec.kind === 'lines') {
    return {type: 'value', ...look, name: spec.xTitle, nameLocation: 'middle', nameGap: 26, nameTextStyle: {color: colours.soft},
      minInterval: 1, splitLine: {show: false}, axisLabel: {color: colours.soft, formatter: plain}};
  }
  const xs = [...new Set(spec.series.flatMap(series => series.points.map(point => point[0])))];
  if (spec.x !== 'text') {
    xs.sort((a, b) => Number(a) - Number(b));
  }
  return {type: 'category', data: xs, ...look, name: spec.xTitle, nameLocation: 'middle', nameGap: 26, nameTextStyle: {color: colours.soft},
    axisLabel: {...look.axisLabel, ...spec.x === 'text' ? wrapped(width / xs.length, Math.max(0, ...xs.flatMap(x => String(x).split(' ')).map(word => word.length))) : {}, formatter: (/** @type {Chart.Place} */ x) => spec.x === 'month' ? shortMonth(Number(x))
      : spec.x === 'week' ? t('period.shortWeek', isoWeek(Number(x))) : spec.x === 'number' ? plain(Number(x)) : x}};
}

/** Names the week of a year in which a month begins; with little room every third. @param {number} width */
function monthOfWeek(width) {
  const step = width < NARROW ? 3 : 1;
  const begins = new Map(Array.from({length: 12 / step}, (_, i) => Date.UTC(SOME_YEAR, i * step, 4)).map(at => [isoWeek(at).week, at]));
  return (/** @type {number} */ week) => begins.has(week) ? monthName(Number(begins.get(week))) : '';
}

/**
 * Weeks, each label below its own Monday: an axis of time puts labels at days of its choice, which name the week that they fall into.
 *
 * @param {number} first ms @param {number} last ms @param {number} width @param {{axisLabel: object, [more: string]: unknown}} look
 */
function weekAxis(first, last, width, look) {
  const weeks = Math.max(1, Math.round((last - first) / WEEK));
  const step = Math.max(1, Math.ceil(weeks / Math.max(2, Math.floor(width / 70)))) * WEEK;
  return {type: 'value', ...look, min: first, max: last === first ? last + WEEK : last, interval: step, splitLine: {show: false},
    axisLabel: {...look.axisLabel, hideOverlap: false, formatter: (/** @type {number} */ ms) => (ms - first) % step === 0 ? t('period.shortWeek', isoWeek(ms)) : ''}};
}

/** Shows every label of a bar chart, broken into lines that fit the width of a bar's place; slanted where a word does not. @param {number} place pixels @param {number} longest letters of a word */
function wrapped(place, longest) {
  return longest * NARROW_LETTER > place - 4 ? {interval: 0, hideOverlap: false, rotate: 35} : {interval: 0, hideOverlap: false, width: Math.floor(place) - 4, overflow: 'break', lineHeight: LABEL_HEIGHT, verticalAlign: 'top', margin: 6};
}

/** Part of all values that the axis has room for where a few are far higher, and how much higher they must be to be cut. */
const USUAL = 0.98;
const FAR = 1.5;

/**
 * Where the values' axis of weekly rates ends, if a few spikes would press all else to the ground; the spikes are named with an arrow.
 *
 * @param {Chart.Axes} spec @returns {{max: number, spikes: {name: string, x: Chart.Place, value: number}[]} | null} max: in the API's unit
 */
function clipping(spec) {
  if (spec.kind !== 'lines' || spec.x !== 'week' || spec.unit !== 'percent' || spec.free) {
    return null;
  }
  const all = spec.series.flatMap(series => series.points.flatMap(([x, value]) => typeof value === 'number' ? {name: series.name, x, value} : []));
  const sorted = all.map(each => each.value).sort((a, b) => a - b);
  const usual = sorted[Math.ceil(USUAL * sorted.length) - 1] ?? 0;
  if (usual <= 0 || sorted[sorted.length - 1] <= FAR * usual) {
    return null;
  }
  const wanted = Math.max(...sorted.filter(value => value <= FAR * usual)) * 1.05 * scaleOf(spec.unit);
  const step = 10 ** Math.floor(Math.log10(wanted)) / 5;
  const max = Math.ceil(wanted / step) * step / scaleOf(spec.unit);
  return {max, spikes: all.filter(each => each.value > FAR * usual)};
}

/** Lines and bars. @param {Chart.Axes} spec @param {Chart.Colours} colours @param {number} width @param {Chart.Tip} tip */
function axes(spec, colours, width, tip) {
  const lines = spec.kind === 'lines';
  const longest = Math.max(0, ...spec.series.map(series => series.name.length));
  // a name that is cut says nothing: a long one in a narrow card stands in a legend
  const labelled = lines && width >= NARROW && 24 + longest * LETTER <= width * MOST_LABEL;
  const right = labelled ? 24 + longest * LETTER : 14;
  const scale = scaleOf(spec.unit);
  const axis = placeAxis(spec, colours, width);
  const clip = clipping(spec);
  // lines of one period end at the same edge; curves of different ages each have their label at their own end
  const apart = labelPlaces(spec.x === 'number' || spec.x === 'season' ? null : width - right + 9, width * EARLY_END);
  /** @type {Record<string, unknown>[]} */
  const drawn = [...spec.series.map(series => lines ? line(series, colours, labelled, scale, apart)
      : bar(series, spec, colours, scale, axis.data ?? [])), ...lines ? spec.series.flatMap(series => tail(series, colours, labelled, scale, apart)) : []];
  const places = spec.series.flatMap(series => series.points.map(point => Number(point[0])));
  const middle = (Math.min(...places) + Math.max(...places)) / 2;
  for (const spike of clip?.spikes ?? []) {
    const own = drawn.find(each => each.name === spike.name);
    const shade = colour(/** @type {Chart.Series} */ (seriesOf(spec, spike.name)), colours);
    const marks = /** @type {{data: object[]} | undefined} */ (own?.markPoint)?.data ?? [];
    marks.push({coord: [spike.x, Number(clip?.max) * scale], symbol: 'triangle', symbolSize: 9, symbolOffset: [0, -2], itemStyle: {color: shade},
      label: {show: true, position: Number(spike.x) > middle ? 'left' : 'right', color: shade, formatter: `${amount(spike.value, spec.unit)}, ${placeText(spec, spike.x)}`}});
    if (own) {
      own.markPoint = {silent: true, data: marks};
    }
  }
  if (lines) {
    // labels are placed in this order, from the lowest line's end upwards
    const ends = new Map(spec.series.map(series => [series.name, series.points.findLast(([, value]) => value !== null && value !== undefined)?.[1] ?? 0]));
    drawn.sort((a, b) => Number(ends.get(String(a.name))) - Number(ends.get(String(b.name))));
  }
  if (lines && spec.hidden && spec.hidden.length > 0 && drawn.length > 0) {
    drawn[0].markArea = hatching(spec.hidden, spec.x, colours);
  }
  if (spec.line && drawn.length > 0) {
    drawn[0].markLine = {silent: true, symbol: 'none', animation: false, data: [{yAxis: spec.line.value * scale}], lineStyle: {color: colours.text, type: 'dashed', width: 1},
      label: {formatter: spec.line.name, position: 'insideStartTop', color: colours.text}};
  }
  const names = spec.series.map(each => each.name);
  const legend = labelled ? {show: false} : {show: names.length > 1, top: 0, left: 0, itemWidth: 14, itemHeight: 10, itemGap: 8,
    textStyle: {color: colours.text}, data: names};
  return {
    grid: {left: 8, right, top: legend.show ? 28 + LEGEND_LINE * legendLines(names, width) : 28,
      bottom: axis.name ? 28 : 6, containLabel: true},
    legend,
    xAxis: axis,
    yAxis: valueAxis(clip ? {...spec, max: clip.max} : withRoom(spec), colours),
    series: spec.marks && spec.marks.length > 0 ? [...drawn, drawnMarks(spec.marks, colours, stripes(colours.soft))] : drawn,
    tooltip: {trigger: 'axis', confine: true, appendToBody: false, className: 'tip-box', axisPointer: {type: lines ? 'line' : 'shadow'},
      formatter: (/** @type {Chart.Pointed[]} */ items) => {
        const x = Array.isArray(items[0].value) ? items[0].value[0] : spec.x === 'text' ? items[0].name : Number(items[0].name);
        const places = new Map(names.map((name, i) => [name, i]));
        const inOrder = items.toSorted((a, b) => Number(places.get(a.seriesName)) - Number(places.get(b.seriesName)));
        const shown = inOrder.filter(item => (item.seriesId ?? '').startsWith(TAIL) === (lines && (seriesOf(spec, item.seriesName)?.running?.has(x) ?? false)));
        // a benchmark that is not complete yet has no point to be found by
        const missing = spec.series.filter(each => each.running?.has(x) && !isOurs(each) && !shown.some(item => item.seriesName === each.name));
        return tip(placeText(spec, x), [...shown.map(item => ({name: item.seriesName, colour: item.color,
          text: [valueText(spec, Array.isArray(item.value) ? item.value[1] : item.value, x, item.seriesName), seriesOf(spec, item.seriesName)?.said?.get(x)].filter(Boolean).join(' ')})),
        ...missing.map(each => ({name: each.name, colour: colour(each, colours), text: t('running.short')}))], spec.below?.get(x));
      }},
  };
}

/** An axis that a line across it fits on: the library leaves room for values alone. @param {Chart.Axes} spec */
function withRoom(spec) {
  const line = spec.line?.value ?? 0;
  return line > 0 && spec.series.every(series => series.points.every(([, value]) => Number(value) < line)) ? {...spec, max: line * 1.2} : spec;
}

/** How many lines a legend takes. @param {string[]} names @param {number} width */
function legendLines(names, width) {
  let lines = 1;
  let used = 0;
  for (const name of names) {
    const wide = 30 + name.length * LETTER;
    if (used > 0 && used + wide > width) {
      lines += 1;
      used = 0;
    }
    used += wide;
  }
  return lines;
}

/**
 * Places the labels of line ends so that they do not overlap and keep the order of the ends. They come from the lowest end upwards: one too near to a label
 * below it moves up.
 *
 * @param {number | null} edge where all of them begin, pixels; null: each at its own line's end
 * @param {number} far from the edge, pixels, where a line's label stands at its own end
 */
function labelPlaces(edge, far) {
  /** @type {{x: number, y: number}[]} */
  let taken = [];
  let highest = Infinity;
  return (/** @type {{seriesIndex: number, labelRect: {x: number, y: number, width: number, height: number}}} */ {seriesIndex, labelRect}) => {
    // the library asks once more, from the first line on, when the size changes
    if (seriesIndex <= highest) {
      taken = [];
      highest = seriesIndex;
    }
    const x = edge === null || edge - labelRect.x > far ? labelRect.x : edge;
    let y = labelRect.y + labelRect.height / 2;
    for (const each of taken) {
      if (Math.abs(each.x - x) <= labelRect.width) {
        y = Math.min(y, each.y - LABEL_HEIGHT);
      }
    }
    taken.push({x, y});
    return {x, y, verticalAlign: 'middle', align: 'left'};
  };
}

/** @param {Chart.Axes} spec @param {string} name */
function seriesOf(spec, name) {
  return spec.series.find(each => each.name === name);
}

/** @param {Chart.Axes} spec @param {number | null | undefined | '-'} value in the unit shown @param {Chart.Place} x @param {string} name */
function valueText(spec, value, x, name) {
  const series = seriesOf(spec, name);
  if (value === null || value === undefined || value === '-') {
    return noValueText(series ?? {}, spec, x);
  }
  return partText(amount(value / scaleOf(spec.unit), spec.unit), series?.running, x);
}

/** The points of running periods. @param {Chart.Series} series @returns {Chart.Point[]} */
function openPoints(series) {
  return series.points.filter(([x, value]) => value !== null && value !== undefined && series.running?.has(x));
}

/**
 * The part of a line over running periods, from the last complete one on: dotted, with hollow points.
 *
 * @param {Chart.Series} series @param {Chart.Colours} colours @param {boolean} labelled @param {number} scale
 * @param {ReturnType<typeof labelPlaces>} apart
 */
function tail(series, colours, labelled, scale, apart) {
  const open = openPoints(series);
  if (open.length === 0) {
    return [];
  }
  const before = series.points[series.points.indexOf(open[0]) - 1];
  const joined = before && before[1] !== null && before[1] !== undefined ? [before, ...open] : open;
  const shade = colour(series, colours);
  return [{
    type: 'line', id: TAIL + series.name, name: series.name, symbolSize: 8, showSymbol: true, z: 3, emphasis: {disabled: true},
    data: joined.map(([x, value]) => ({value: [x, Number(value) * scale], symbol: series.running?.has(x) ? 'emptyCircle' : 'none'})),
    lineStyle: {width: 1.75, color: shade, type: 'dotted', opacity: 0.8}, itemStyle: {color: shade, borderWidth: 2},
    endLabel: endLabel(series, colours, labelled), labelLayout: apart,
  }];
}

/** A line's name at its end, with a rim that keeps it apart from what it may lie on. @param {Chart.Series} series @param {Chart.Colours} colours @param {boolean} show */
function endLabel(series, colours, show) {
  return {show, formatter: '{a}', color: colour(series, colours), fontWeight: series.role === 'own' || series.bold ? 'bold' : 'normal', distance: 8,
    textBorderColor: colours.surface, textBorderWidth: 3, valueAnimation: false};
}

/** @param {Chart.Series} series @param {Chart.Colours} colours @param {boolean} labelled @param {number} scale @param {ReturnType<typeof labelPlaces>} apart */
function line(series, colours, labelled, scale, apart) {
  const own = series.role === 'own' || series.bold;
  const shade = colour(series, colours);
  const known = (/** @type {Chart.Point | undefined} */ point) => point !== undefined && point[1] !== null && point[1] !== undefined;
  return {
    type: 'line', name: series.name, symbolSize: 6, showSymbol: true, connectNulls: false, z: own ? 4 : 3,
    // a value between two gaps has no line to be seen by
    data: series.points.filter(([x]) => !series.running?.has(x)).map((point, i, all) => ({
      value: [point[0], known(point) ? Number(point[1]) * scale : null],
      symbol: known(point) && !known(all[i - 1]) && !known(all[i + 1]) ? 'circle' : 'none'})),
    lineStyle: {width: own ? 3 : 1.75, color: shade, type: series.dash ? 'dashed' : 'solid'}, itemStyle: {color: shade},
    emphasis: {disabled: true},
    // with a part over running periods the label stands at the end of that
    endLabel: endLabel(series, colours, labelled && openPoints(series).length === 0),
    labelLayout: apart,
  };
}

/** @param {Chart.Series} series @param {Chart.Axes} spec @param {Chart.Colours} colours @param {number} scale @param {Chart.Place[]} xs */
function bar(series, spec, colours, scale, xs) {
  /** @type {Map<Chart.Place, number | null>} */
  const values = new Map(series.points.map(([x, value]) => [x, value]));
  return {type: 'bar', name: series.name, stack: spec.kind === 'stack' ? 'all' : undefined, barMaxWidth: 28, barGap: '10%',
    data: xs.map(x => {
      const value = values.get(x);
      return value === null || value === undefined ? '-' : value === 0 ? {value: 0, itemStyle: {borderWidth: 0}}
          : series.running?.has(x) ? {value: value * scale, itemStyle: {opacity: 0.4, borderType: 'dashed', borderWidth: 1, borderColor: colours.text}} : value * scale;
    }),
    itemStyle: {color: colour(series, colours), borderColor: colours.surface, borderWidth: 0.5}, emphasis: {disabled: true}};
}

/** Hatching over hidden places. @param {Chart.Place[]} hidden @param {Chart.Axes['x']} axis @param {Chart.Colours} colours */
function hatching(hidden, axis, colours) {
  const half = (axis === 'week' ? 7 : axis === 'month' ? 30 : 1) * DAY / 2;
  const step = axis === 'number' || axis === 'season' ? 0.5 : half;
  // adjacent places are one area; two would leave a seam
  /** @type {number[][]} */
  const areas = [];
  for (const x of hidden.map(Number).sort((a, b) => a - b)) {
    const before = areas.at(-1);
    if (before && x - step <= before[1] + step / 4) {
      before[1] = x + step;
    } else {
      areas.push([x - step, x + step]);
    }
  }
  return {silent: true, data: areas.map(([from, to]) => [{xAxis: from}, {xAxis: to}]), itemStyle: {color: stripes(colours.hatch), opacity: 0.55}};
}

/** A filling with stripes. A picture for paper is not well formed unless the size of its tile is said. @param {string} ink */
function stripes(ink) {
  const tile = document.createElement('canvas');
  tile.width = 8;
  tile.height = 8;
  const pen = /** @type {CanvasRenderingContext2D} */ (tile.getContext('2d'));
  pen.strokeStyle = ink;
  pen.lineWidth = 1.2;
  for (const shift of [-8, 0, 8]) {
    pen.beginPath();
    pen.moveTo(shift, 8);
    pen.lineTo(shift + 8, 0);
    pen.stroke();
  }
  return {image: tile, repeat: 'repeat', imageWidth: 8, imageHeight: 8};
}

/** Coloured cells; a hidden one is hatched, a missing one empty. @param {Chart.Heat} spec @param {Chart.Colours} colours @param {number} width @param {Chart.Tip} tip */
function heat(spec, colours, width, tip) {
  const scale = scaleOf(spec.unit);
  const values = spec.cells.flatMap(cell => cell[2] ?? []);
  const isTime = spec.x === 'day' || spec.x === 'week' || spec.x === 'month';
  const text = (/** @type {Chart.Place} */ x) => isTime ? shortMonth(Number(x)) : spec.x === 'number' ? plain(Number(x)) : String(x);
  // one label a month, where it begins
  const begins = (/** @type {number} */ i) => i > 0 && new Date(spec.xs[i]).getUTCMonth() !== new Date(spec.xs[i - 1]).getUTCMonth();
  const striped = stripes(colours.hatch);
  return {
    // the library measures the longest label a little too short
    grid: {left: 22, right: 12, top: 12, bottom: 70, containLabel: true},
    xAxis: {type: 'category', data: spec.xs, name: spec.xTitle, nameLocation: 'middle', nameGap: 24, nameTextStyle: {color: colours.soft},
      axisTick: {show: false}, axisLabel: {color: colours.soft, hideOverlap: true, formatter: text, ...isTime ? {interval: begins} : {}}},
    yAxis: {type: 'category', data: spec.ys, axisTick: {show: false}, axisLabel: {color: colours.text, width: 170, overflow: 'truncate'}},
    visualMap: {type: 'continuous', min: Math.min(...values) * scale, max: Math.max(...values) * scale, orient: 'horizontal', left: 'center',
      bottom: 0, calculable: false, itemHeight: Math.max(60, Math.min(140, width - 220)), itemWidth: 12, seriesIndex: 0, inRange: {color: spec.unit === 'celsius' ? colours.warmth : colours.amount}, textStyle: {color: colours.soft},
      text: [amount(Math.max(...values), spec.unit), amount(Math.min(...values), spec.unit)]},
    series: [
      {type: 'heatmap', data: spec.cells.filter(cell => cell[2] !== null)
          .map(([x, y, value]) => [x, y, Number(value) * scale]), itemStyle: {borderColor: colours.surface, borderWidth: spec.xs.length > 60 ? 0 : 1},
        emphasis: {disabled: true}},
      {type: 'heatmap', silent: true, data: spec.cells.filter(cell => cell[2] === null)
          .map(([x, y]) => ({value: [x, y, 0], itemStyle: {color: striped}})), tooltip: {show: false}},
    ],
    tooltip: {confine: true, className: 'tip-box', formatter: (/** @type {{value: [number, number, number], color: string}} */ item) => tip(
        `${spec.ys[item.value[1]]} · ${placeText(spec, spec.xs[item.value[0]])}`,
        [{name: spec.valueTitle, colour: item.color, text: amount(item.value[2] / scale, spec.unit)}])},
  };
}

/** @param {Chart.Cloud} spec @param {Chart.Colours} colours @param {Chart.Tip} tip */
function cloud(spec, colours, tip) {
  const scale = scaleOf(spec.unit);
  return {
    grid: {left: 8, right: 16, top: 46, bottom: 28, containLabel: true},
    legend: {top: 0, left: 0, textStyle: {color: colours.text}, itemWidth: 12},
    xAxis: {type: 'value', scale: true, name: `${spec.xTitle} (${axisUnit(spec.xUnit)})`, nameLocation: 'middle', nameGap: 26,
      nameTextStyle: {color: colours.soft}, axisLabel: {color: colours.soft, formatter: plain}, splitLine: {show: false}},
    yAxis: valueAxis(spec, colours),
    series: spec.series.map(series => ({type: 'scatter', name: series.name,
      symbolSize: series.role === 'own' ? 9 : 7, symbol: series.role === 'own' ? 'circle' : 'diamond',
      itemStyle: {color: colour(series, colours), opacity: series.role === 'own' ? 0.9 : 0.5}, emphasis: {disabled: true},
      data: series.points.map(([x, y, label]) => ({value: [x, Number(y) * scale], label: undefined, place: label}))})),
    tooltip: {confine: true, className: 'tip-box', formatter: (/** @type {Chart.Pointed & {value: [number, number], data: {place?: string}}} */ item) => tip(
        `${item.data.place ?? ''} · ${amount(item.value[0], spec.xUnit)}`,
        [{name: item.seriesName, colour: item.color, text: amount(item.value[1] / scale, spec.unit)}])},
  };
}
