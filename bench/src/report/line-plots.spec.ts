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
  it('draws a point for each step that was measured, in the order of the steps and the higher the larger', () => {
    const svg = stepPlots('Growth', [PLOT]);
    const marks = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    expect(marks).toHaveLength(2);
    const [first, second] = marks;
    expect(second?.[0]).toBeGreaterThan(first?.[0] ?? 0);
    // Zero lies at the bottom, 214; half the value is half as far above it.
    expect(214 - (second?.[1] ?? 0)).toBeCloseTo((214 - (first?.[1] ?? 0)) / 2, 0);
  });

  it('names what it shows in text that is safe in a document', () => {
    const svg = stepPlots('Growth', [PLOT, PLOT]);
    expect(svg.match(/Ingest &amp; scoring/g)).toHaveLength(2);
    expect(svg).toContain('1,000');
    expect(svg).not.toContain('NaN');
  });
});
