import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_BANDS, replayQuality } from '#libs/scoring';
import { baselineMethods } from '../methods/baseline-methods.js';
import { evaluateShop } from '../backtest/evaluate-shop.js';
import { evaluateOwner } from '../owner/evaluate-owner.js';
import { toHtml } from './html-report.js';
import { productionMethods } from '../methods/model-methods.js';
import { PECULIAR_SHOPS } from '../shops/peculiar-shops.js';
import { simulatedLog } from '../logs/peculiar-logs.js';
import { keepPage } from './quality-page.js';
import { sectionsOf } from './result-sections.js';

const tiny = simulatedLog(PECULIAR_SHOPS.at(-1)!, 1);
const shop = { ...tiny, simulated: false, name: 'Fish & <b>Chips</b>' };
const methods = [...productionMethods(), ...baselineMethods()];
const findings = {
  result: evaluateShop(shop, methods, { horizons: [30], cutoffs: 2, seed: 1 }, () => undefined),
  small: [
    {
      customers: 10,
      draws: 12,
      logLoss: [
        { name: 'production', mean: 0.5 },
        { name: 'MBG/NBD', mean: 0.6 },
      ],
    },
  ],
  replay: replayQuality(shop.history, { today: shop.span.last, horizonDays: 30, bands: DEFAULT_BANDS, seed: 1 }),
  owner: evaluateOwner(shop, { horizons: [30], cutoffs: 2, seed: 1 }),
};
const sections = sectionsOf([findings]);

describe('the evaluation report', () => {
  it('is one page without scripts, links or names that become markup', () => {
    const html = toHtml(sections, 'a command');
    expect(html).toContain('Fish &amp; &lt;b&gt;Chips&lt;/b&gt;');
    expect(html).not.toMatch(/<script|<b>|href|src=/);
    for (const tag of ['table', 'tr', 'td', 'th', 'svg', 'g', 'text', 'h2', 'h3', 'p']) {
      expect([tag, html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length]).toEqual([tag, html.match(new RegExp(`</${tag}>`, 'g'))?.length]);
    }
    expect(html).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('says that a small shop has too little history', () => {
    expect(toHtml(sections, '')).toContain('not enough history (');
  });

  it('shows whether the reasons hold and what the money was', () => {
    const html = toHtml(sections, '');
    expect(html).toContain('first reason of high and critical raises the score');
    expect(html).toContain('Expected over actual revenue: median ');
    expect(html).toContain('<td>slipping</td>');
  });

  it('compares the first method with the best of the others', () => {
    expect(toHtml(sections, '')).toContain('-16.7 %');
  });

  it('shows simulated shops in one line each, without plots', () => {
    const simulated = { ...findings, result: { ...findings.result, shop: { ...tiny, name: 'simulated: odd' } } };
    const html = toHtml(sectionsOf([simulated]), '');
    expect(html).toContain('<td>odd</td><td>40</td>');
    expect(html).toContain('<td>odd</td><td>-16.7 %</td>');
    expect(html).not.toContain('<svg');
  });

  it('can be stored as a short page of the docs, with its plots and with a full report that is not committed', async () => {
    const root = mkdtempSync(join(tmpdir(), 'kept-'));
    const facts = { now: new Date('2026-11-21T10:00:00Z'), command: 'npm run evaluate' };
    const files = await keepPage(root, { shops: [findings], behaviour: [], contacts: null, sections }, facts);
    const [page, plot, full] = [
      'docs/prediction-quality.md',
      'docs/images/prediction-quality-fish-b-chips-b-.svg',
      '.data/evaluate/report.html',
    ];
    expect(files).toEqual([page, plot, full].map((file) => join(root, file)));
    const text = readFileSync(join(root, page), 'utf8');
    expect(text).toContain('on 2026-11-21 for fit ');
    expect(text).toContain('(images/prediction-quality-fish-b-chips-b-.svg)');
    expect(text).toMatch(/^\| Fish & <b>Chips<\/b> +\| -16\.7 % +\|$/m);
    expect(text).not.toContain('task by task');
    expect(readFileSync(join(root, full), 'utf8')).toContain('task by task');
    expect(existsSync(join(root, plot))).toBe(true);
    rmSync(root, { recursive: true });
  });
});
