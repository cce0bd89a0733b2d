import { escaped, PLOT_COLOURS, svgText as text } from '../../../src/report/svg-text.js';
import type { MethodResult } from '../backtest/evaluate-shop.js';

/** A curve from 0..1 to 0..1; `weight` (0..1) sets how large its points are drawn. */
interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number; readonly weight: number }[];
}

interface Plot {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
}

const SIDE = 300;
const LEFT = 58;
const TOP = 34;
const PANEL_WIDTH = LEFT + SIDE + 24;
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];
const LEGEND_LINE = 17;

/** Calibration plot and gains curve, side by side. */
export function qualityPlots(methods: readonly MethodResult[]): string {
  const plots: Plot[] = [
    { title: 'Reliability', xLabel: 'mean score', yLabel: 'share without an order', series: methods.map(reliability) },
    {
      title: 'Cumulative gains',
      xLabel: 'share of customers, highest scores first',
      yLabel: 'share of those without an order',
      series: methods.map(gains),
    },
  ];
  const height = TOP + SIDE + 46 + LEGEND_LINE * methods.length;
  const panels = plots.map((plot, i) => `<g transform="translate(${i * PANEL_WIDTH} 0)">${panel(plot)}</g>`);
  const legend = methods.map(({ name }, i) => legendLine(name, i));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PANEL_WIDTH * plots.length} ${height}" role="img" font-family="sans-serif" font-size="12">`,
    `<title>Reliability and cumulative gains of ${methods.map(({ name }) => escaped(name)).join(', ')}</title>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...panels,
    ...legend,
    '</svg>',
  ].join('\n');
}

function reliability({ name, bins }: MethodResult): Series {
  const all = bins.reduce((sum, bin) => sum + bin.n, 0);
  const filled = bins.filter(({ n }) => n > 0);
  return { name, points: filled.map(({ n, predicted, observed }) => ({ x: predicted, y: observed, weight: n / all })) };
}

const gains = ({ name, gains: curve }: MethodResult): Series => ({
  name,
  points: curve.map(({ reached, found }) => ({ x: reached, y: found, weight: 0 })),
});

function panel({ title, xLabel, yLabel, series }: Plot): string {
  const bottom = TOP + SIDE;
  return [
    text(LEFT + SIDE / 2, TOP - 14, title, 'font-weight="bold"'),
    `<path d="M${LEFT} ${TOP}H${LEFT + SIDE}V${bottom}H${LEFT}Z" fill="none" stroke="#888"/>`,
    `<path d="M${LEFT} ${bottom}L${LEFT + SIDE} ${TOP}" stroke="#888" stroke-dasharray="4 4"/>`,
    ...TICKS.map((tick) => text(toX(tick), bottom + 15, `${tick}`)),
    ...TICKS.map((tick) => text(LEFT - 6, toY(tick) + 4, `${tick}`, '', 'end')),
    text(LEFT + SIDE / 2, bottom + 32, xLabel),
    text(0, 0, yLabel, `transform="translate(16 ${TOP + SIDE / 2}) rotate(-90)"`),
    ...series.map(curveOf),
  ].join('\n');
}

function curveOf({ points }: Series, i: number): string {
  const colour = colourOf(i);
  const line = points.map(({ x, y }, step) => `${step === 0 ? 'M' : 'L'}${toX(x)} ${toY(y)}`).join('');
  const marks = points.filter(({ weight }) => weight > 0);
  return [
    `<path d="${line}" fill="none" stroke="${colour}" stroke-width="1.8"/>`,
    // The area of a mark is the share of customers in its bin.
    ...marks.map(
      ({ x, y, weight }) =>
        `<circle cx="${toX(x)}" cy="${toY(y)}" r="${(1.5 + 10 * Math.sqrt(weight)).toFixed(1)}" fill="${colour}" fill-opacity=".45"/>`,
    ),
  ].join('\n');
}

function legendLine(name: string, i: number): string {
  const y = TOP + SIDE + 52 + LEGEND_LINE * i;
  return `<path d="M${LEFT} ${y - 4}h24" stroke="${colourOf(i)}" stroke-width="3"/>${text(LEFT + 32, y, name, '', 'start')}`;
}

const colourOf = (i: number): string => PLOT_COLOURS[i % PLOT_COLOURS.length]!;
const toX = (share: number): string => (LEFT + SIDE * share).toFixed(1);
const toY = (share: number): number => Number((TOP + SIDE * (1 - share)).toFixed(1));
