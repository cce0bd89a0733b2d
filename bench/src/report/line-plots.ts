import { PLOT_COLOURS, svgText } from './svg-text.js';

/** A line over the steps of a plot. */
export interface PlotLine {
  readonly name: string;
  /** One value per step; NaN where nothing was measured. */
  readonly values: readonly number[];
}

/** Steps at equal distances. Each is ten times or twice the previous one. */
export interface StepPlot {
  readonly title: string;
  readonly steps: readonly string[];
  readonly xLabel: string;
  readonly yLabel: string;
  readonly lines: readonly PlotLine[];
  /** The target, as a dashed horizontal line. */
  readonly target?: number;
}

const WIDTH = 240;
const HEIGHT = 180;
const LEFT = 62;
const TOP = 34;
const LEGEND_LINE = 16;
const LEGEND_TOP = TOP + HEIGHT + 56;
const PANEL_WIDTH = LEFT + WIDTH + 22;
const IN_A_ROW = 3;
const TICKS = 4;

/** Returns an image with plots side by side and in rows. */
export function stepPlots(title: string, plots: readonly StepPlot[]): string {
  const panelHeight = LEGEND_TOP + LEGEND_LINE * Math.max(...plots.map(({ lines }) => lines.length));
  const rows = Math.ceil(plots.length / IN_A_ROW);
  const width = PANEL_WIDTH * Math.min(IN_A_ROW, plots.length);
  const place = (i: number): string => `translate(${(i % IN_A_ROW) * PANEL_WIDTH} ${Math.floor(i / IN_A_ROW) * panelHeight})`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${rows * panelHeight + 8}" role="img" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...plots.map((plot, i) => `<g transform="${place(i)}">\n${panel(plot)}\n</g>`),
    '</svg>',
  ].join('\n');
}

function panel({ title, steps, xLabel, yLabel, lines, target }: StepPlot): string {
  const most = niceAbove(Math.max(target ?? 0, ...lines.flatMap(({ values }) => values.filter((value) => Number.isFinite(value)))));
  const x = (step: number): number => round(LEFT + (WIDTH * (step + 0.5)) / steps.length);
  const y = (value: number): number => round(TOP + HEIGHT * (1 - value / most));
  const bottom = TOP + HEIGHT;
  const ticks = Array.from({ length: TICKS + 1 }, (_, i) => (most * i) / TICKS);
  return [
    svgText(LEFT + WIDTH / 2, TOP - 14, title, 'font-weight="bold"'),
    `<path d="M${LEFT} ${TOP}H${LEFT + WIDTH}V${bottom}H${LEFT}Z" fill="none" stroke="#888"/>`,
    ...ticks.map((tick) => svgText(LEFT - 6, y(tick) + 4, tick.toLocaleString('en-GB'), '', 'end')),
    ...(target === undefined ? [] : [`<path d="M${LEFT} ${y(target)}H${LEFT + WIDTH}" stroke="#888" stroke-dasharray="4 4"/>`]),
    ...steps.map((step, i) => svgText(x(i), bottom + 16, step)),
    svgText(LEFT + WIDTH / 2, bottom + 34, xLabel),
    svgText(0, 0, yLabel, `transform="translate(14 ${TOP + HEIGHT / 2}) rotate(-90)"`),
    ...lines.flatMap(({ name, values }, i) => [curve(values, { x, y }, colourOf(i)), legend(name, i)]),
  ].join('\n');
}

interface Scales {
  readonly x: (step: number) => number;
  readonly y: (value: number) => number;
}

function curve(values: readonly number[], { x, y }: Scales, colour: string): string {
  const points = values.flatMap((value, step) => (Number.isFinite(value) ? [{ x: x(step), y: y(value) }] : []));
  const line = points.map((point, i) => `${i === 0 ? 'M' : 'L'}${point.x} ${point.y}`).join('');
  const marks = points.map((point) => `<circle cx="${point.x}" cy="${point.y}" r="3.5" fill="${colour}"/>`);
  return [`<path d="${line}" fill="none" stroke="${colour}" stroke-width="1.8"/>`, ...marks].join('\n');
}

function legend(name: string, i: number): string {
  const y = LEGEND_TOP + LEGEND_LINE * i;
  return `<path d="M${LEFT} ${y - 4}h24" stroke="${colourOf(i)}" stroke-width="3"/>${svgText(LEFT + 32, y, name, '', 'start')}`;
}

/** Returns the next round number with quarters of few digits. */
function niceAbove(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.2, 1.6, 2, 4, 6, 8, 10].map((factor) => factor * power).find((nice) => nice >= value) ?? 10 * power;
}

const colourOf = (i: number): string => PLOT_COLOURS[i % PLOT_COLOURS.length] as string;
const round = (value: number): number => Math.round(value * 10) / 10;
