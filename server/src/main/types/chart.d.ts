/** Charts as pages describe them; figure/options.js alone knows what the charting library calls it. */
declare namespace Chart {
  type Unit = import('../resources/web/js/base/format.js').Unit;

  /** A place on the x axis: the milliseconds of a day, a number, or a text. */
  type Place = number | string;
  /** Null breaks the line; the label is a point's in a cloud. */
  type Point = [x: Place, value: number | null, label?: string];
  type TimedPoint = [x: number, value: number | null];
  /** What to say at places whose period is not complete, such as 3 of 7 days; they are drawn lighter, and stand at the end. */
  type Running = Map<Place, string>;

  interface Series {
    name: string;
    /** The reader's own, what it is held against, the authority's statistics, or one of several of a kind. */
    role: 'own' | 'benchmark' | 'authority' | 'item';
    points: Point[];
    /** Of an item: its place on the scale of colours, or its key. */
    colour?: number | string;
    bold?: boolean;
    dash?: boolean;
    /** Whether an item is of the reader's own fish. */
    ours?: boolean;
    running?: Running;
    /** What a tooltip says behind a value, such as of how many fish it is. */
    said?: Map<Place, string>;
  }

  interface Described {
    x: 'week' | 'month' | 'day' | 'season' | 'number' | 'text';
    /** season: the weeks of a year, 1 to 53, so that years lie on each other. */
    xTitle?: string;
    xUnit?: Unit;
    /** Of the values, which are the API's. */
    unit: Unit;
    size?: 'short';
  }

  /** Something that happened, from one day to another, both ms. */
  interface Mark {
    kind: 'treatment' | 'disease' | 'missing' | 'lice' | 'correction';
    from: number;
    to: number;
    text: string;
  }

  /** Lines, bars side by side, or bars on each other. */
  interface Axes extends Described {
    kind: 'lines' | 'bars' | 'stack';
    series: Series[];
    /** Places where the benchmark may not be shown; they are hatched. */
    hidden?: Place[];
    /** The fewest and the most sites that a benchmark value is of. */
    sites?: [number, number];
    /** The value at the upper edge. */
    max?: number;
    /** What happened to own fish in the time that is shown. */
    marks?: Mark[];
    /** What a tooltip says below the values of a place. */
    below?: Map<Place, string[]>;
    /** A line across all places, at a value. */
    line?: {value: number, name: string};
    /** Whether the values' axis need not begin at zero. */
    free?: boolean;
  }

  /** A cloud of points. */
  interface Cloud extends Described {
    kind: 'points';
    xTitle: string;
    xUnit: Unit;
    yTitle: string;
    series: Series[];
    hidden?: undefined;
  }

  type Cell = [x: number, y: number, value: number | null];

  /** Coloured cells, by their places in `xs` and `ys`; one without a value is hidden. */
  interface Heat extends Described {
    kind: 'heat';
    xTitle: string;
    yTitle: string;
    valueTitle: string;
    xs: number[];
    ys: string[];
    cells: Cell[];
    hidden?: unknown[];
    series?: undefined;
  }

  type Spec = Axes | Cloud | Heat;

  /** The colours of the style sheet, or of paper. */
  interface Colours {
    text: string;
    soft: string;
    line: string;
    surface: string;
    own: string;
    benchmark: string;
    authority: string;
    hatch: string;
    /** From faint to strong. */
    amount: string[];
    /** From cold to warm. */
    warmth: string[];
    /** A thing's colour by its key. */
    of(key: string | number): string;
  }

  /** A line of a tooltip. */
  interface TipLine {
    name: string;
    colour: string;
    text: string;
  }

  type Tip = (place: string, lines: TipLine[], below?: string[]) => HTMLElement;

  /** What the charting library tells of a place under the pointer. */
  interface Pointed {
    name: string;
    color: string;
    seriesId?: string;
    seriesName: string;
    /** A place and a value on a line, a value of a bar. */
    value: [Place, number | null] | number | '-';
  }

  /** What is used of the charting library. */
  interface Library {
    init(host: HTMLElement | null, theme: null, how: {renderer: 'canvas' | 'svg', ssr?: boolean, width?: number, height?: number}): Instance;
  }

  interface Instance {
    setOption(option: object, how?: {notMerge: boolean}): void;
    resize(): void;
    dispose(): void;
    isDisposed(): boolean;
    on(event: 'updateAxisPointer', act: (event: {axesInfo?: {axisDim: string, value: number}[]}) => void): void;
    on(event: 'globalout', act: () => void): void;
    convertToPixel(finder: {xAxisIndex: number}, value: number): number;
    getDataURL(how: {type: 'png', pixelRatio: number, backgroundColor: string}): string;
    renderToSVGString(): string;
  }
}
