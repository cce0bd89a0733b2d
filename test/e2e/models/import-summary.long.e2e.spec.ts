import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainProgress } from '#libs/terminal';
import { EXIT, type ImportOptions, runImport } from '../../../apps/cli/src/import/run-import.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { modelOf, simulatedOrders } from '../../support/shop/simulated-shop.js';

interface SimulatedOrder {
  readonly customer_id: string;
  readonly occurred_at: string;
  readonly event_type: string;
  readonly value?: number;
}

const logOf = (events: readonly SimulatedOrder[]): string =>
  [
    'customer_id,occurred_at,value',
    ...events
      .filter(({ event_type: type }) => type === 'order_completed')
      .map((each) => `${each.customer_id},${each.occurred_at},${each.value}`),
  ].join('\n');

describe('the import of a log', () => {
  let system: ChurnSystem;
  let shop: Shop;
  let folder: string;

  beforeAll(async () => {
    // The quiet period would outlast the test: the import has to say that it is done.
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100', FIT_MODELS: 'true', BACKFILL_QUIET_SECONDS: '3600' });
    shop = await system.shop();
    folder = await mkdtemp(join(tmpdir(), 'import-'));
  }, 60_000);
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await system.stop();
  });

  it('ends with the model, its quality, and scores that come from it', async () => {
    const path = join(folder, 'orders.csv');
    await writeFile(path, logOf(simulatedOrders(200) as readonly SimulatedOrder[]));
    const options: ImportOptions = { files: [path], refunds: [], format: 'auto', shiftToNow: false, dryRun: false, restart: false };
    const printed: string[] = [];
    const line = (text: string): void => void printed.push(text);
    const code = await runImport(
      { ...options, baseUrl: system.api.url, apiKey: shop.apiKey },
      {
        terminal: { line, progress: (title, total) => plainProgress(title, total, line) },
        now: new Date(),
        environment: {},
        dataDirectory: join(folder, '.data'),
        adminCommand: [],
      },
    );
    expect(code).toBe(EXIT.complete);
    const model = await modelOf(shop);
    expect(model).toMatchObject({ status: 'fitted', trained_at: expect.any(String) });
    expect(printed).toContain('Waiting for a model of this shop, which scores all customers again …');
    expect(printed.join('\n')).toContain(`Model ${model.model_version}: fitted to ${model.customers} customers`);
    expect(printed.join('\n')).toMatch(/ {2}(quality: |how good it is cannot be said yet)/);
    const scored = await shop.rows<{ model_version: string | null; label: string | null }>('customers', 'model_version, label');
    expect(new Set(scored.map(({ model_version: version }) => version))).toEqual(new Set([model.model_version]));
    const critical = scored.filter(({ label }) => label === 'critical').length;
    expect(printed.some((each) => each.startsWith('  critical') && each.endsWith(`  ${critical}`))).toBe(true);
  }, 180_000);
});
