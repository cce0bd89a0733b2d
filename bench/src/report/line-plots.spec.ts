import { type StepPlot, stepPlots } from './line-plots.js';

const PLOT: StepPlot = {
  title: 'Ingest & scoring',
  steps: ['10', '100', '1,000'],
  xLabel: 'customers',
  yLabel: 'per cent',
  lines: [{ name: 'ingest', values: [100, 50, Number.NaN] }],
  target: 100,
};

describe('a plot of steps', () => {
  it('draws a point for each measured step, from left to right, and larger values higher', () => {
    const svg = stepPlots('Growth', [PLOT]);
    const marks = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    expect(marks).toHaveLength(2);
    const [first, second] = marks;
    expect(second?.[0]).toBeGreaterThan(first?.[0] ?? 0);
    // Zero is at the bottom (214). Half the value is half as high.
    expect(214 - (second?.[1] ?? 0)).toBeCloseTo((214 - (first?.[1] ?? 0)) / 2, 0);
  });

  it('escapes its labels', () => {
    const svg = stepPlots('Growth', [PLOT, PLOT]);
    expect(svg.match(/Ingest &amp; scoring/g)).toHaveLength(2);
    expect(svg).toContain('1,000');
    expect(svg).not.toContain('NaN');
  });
});
