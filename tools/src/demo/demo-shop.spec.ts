import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDemoShop } from './demo-shop.js';
import { readSummary, renderSummary, ServiceClient, type WatchedCustomer } from '#libs/backfill';
import { plainProgress, type Terminal } from '#libs/terminal';
import { LoopbackService, quickPatience } from '../../../test/support/servers/loopback-service.js';

const NOW = new Date('2026-11-21T05:00:00.000Z');
let folder: string;
let service: LoopbackService;
let client: ServiceClient;
const printed: string[] = [];
const terminal: Terminal = {
  line: (text) => void printed.push(text),
  progress: (title, total) => plainProgress(title, total, (text) => void printed.push(text)),
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
  service = new LoopbackService();
  client = new ServiceClient({ baseUrl: await service.start(), apiKey: 'ck_live_test' }, quickPatience());
});
afterEach(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const fill = (now = NOW): Promise<WatchedCustomer[]> => fillDemoShop(client, join(folder, 'demo.json'), terminal, now);

// The whole shop is simulated and sent.
jest.setTimeout(60_000);

describe('the demo shop', () => {
  it('is filled once, and the next start sends nothing', async () => {
    expect(await fill()).toHaveLength(8);
    const sent = service.events.size;
    expect(sent).toBeGreaterThan(8000);
    expect(printed.join('\n')).toContain(`Sending simulated orders 100%  ${sent} events`);
    expect(await fill(new Date('2026-11-25T05:00:00.000Z'))).toEqual([]);
    expect(service.events.size).toBe(sent);
    expect(await readFile(join(folder, 'demo.json'), 'utf8')).not.toContain('ck_live');
  });

  it('is completed with the same history after an interrupted start, even on the next day', async () => {
    service.diesAtBatch = 4;
    await expect(fill()).rejects.toThrow(/could not be used/);
    const before = [...service.events.keys()];
    service.diesAtBatch = Number.POSITIVE_INFINITY;
    await fill(new Date('2026-11-22T05:00:00.000Z'));
    const days = new Set([...service.events.keys()].map((id) => id.split('-')[2]));
    expect(days).toEqual(new Set(['20261121']));
    expect(service.events.size).toBeGreaterThan(before.length);
  });
});

describe('the summary', () => {
  it('counts all pages by label and explains a critical, a high and a low customer', async () => {
    await fill();
    const summary = await readSummary(client);
    expect(summary.counts.low + summary.counts.medium + summary.counts.high + summary.counts.critical).toBe(1500);
    expect(summary.examples.map((example) => example.label)).toEqual(['critical', 'high', 'low']);
    const lines = renderSummary(summary);
    expect(lines[0]).toBe('1500 customers scored');
    expect(lines[1]).toMatch(/^ {2}critical █{8}·{22} {2}25\.0% {2}375$/);
    expect(lines).toContain('    4 orders, last one 62 days ago, 120.00 spent');
    expect(lines.join('\n')).toMatch(/sim-\d{6}: critical, 95\.1% likely not to order again in time \(score 0\.9512\)/);
  });

  it('is empty for a shop without customers', async () => {
    expect(renderSummary(await readSummary(client))[0]).toBe('0 customers scored');
  });
});
