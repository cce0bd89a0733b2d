import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWithUs } from '../../../tools/processes/end-with-us.mjs';
import { Balancer } from '../../support/servers/balancer.js';
import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { ServiceProcess } from '../../support/servers/service-process.js';
import type { Shop } from '../../support/shop/shop.js';
import { until } from '../../support/shop/simulated-shop.js';

const CALLERS = 4;

/** Callers who send one batch after the other and read in between, until they are stopped. */
class Callers {
  readonly failures: string[] = [];
  answered = 0;
  private stopping = false;
  private readonly loops: Promise<void>[];

  constructor(private readonly shop: Shop) {
    this.loops = Array.from({ length: CALLERS }, async (_, caller) => this.call(`c-${caller}`));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.loops);
  }

  private async call(customerId: string): Promise<void> {
    while (!this.stopping) {
      const stored = await this.shop.post('/events', batch(order({ customer_id: customerId })));
      if (stored.status !== 202) this.failures.push(`${stored.status} ${stored.text}`);
      const read = await this.shop.get('/customers?limit=5');
      if (read.status !== 200) this.failures.push(`${read.status} ${read.text}`);
      this.answered += 2;
    }
  }
}

const OBSERVABILITY = pathToFileURL(path.resolve(__dirname, '../../../dist/libs/observability/src/index.js')).href;
/** Ends as both processes do, with lines that wait for each other when it leaves. */
const TALKER = `import { closeOnSignal, Log } from ${JSON.stringify(OBSERVABILITY)};
  const log = new Log('talker', 'info');
  closeOnSignal(log, async () => ['one', 'two', 'three'].forEach((event) => log.info(event)));
  process.stdin.resume();
  log.info('up')`;

it('a process ends on SIGTERM although no one reads its log any more', async () => {
  const talker = spawn(process.execPath, ['--input-type=module', '--eval', TALKER]);
  endWithUs(talker);
  await once(talker.stdout, 'data');
  talker.stdout.destroy();
  talker.kill();
  expect(await once(talker, 'exit')).toEqual([0, null]);
});

describe('a rolling restart', () => {
  let system: ChurnSystem;
  let apis: readonly ServiceProcess[];
  let balancer: Balancer;

  beforeAll(async () => {
    // A slow machine needs this long to notice that a process is ending.
    system = await ChurnSystem.start({ API_DRAIN_MS: '3000' });
    apis = [system.api, await system.startAnother('api')];
    balancer = await Balancer.start(apis.map(({ url }) => url));
  }, 60_000);
  afterAll(async () => {
    await balancer.stop();
    await apis[1]?.stop();
    await system.stop();
  });

  it('fails no request while every process is replaced under load', async () => {
    const shop = (await system.shop()).via(balancer.url);
    const callers = new Callers(shop);
    for (const api of apis) {
      const before = callers.answered;
      expect(await api.stop()).toBe(0);
      await api.start();
      await until('the new process is ready', async () => balancer.isReady(api.url), 60_000);
      await until('callers continued meanwhile', async () => callers.answered > before + CALLERS, 60_000);
    }
    expect(await system.worker.stop()).toBe(0);
    await system.worker.start();
    await callers.stop();
    expect(callers.failures).toEqual([]);
    await shop.settled();
    expect(await shop.rows('events', 'event_id')).toHaveLength(callers.answered / 2);
  }, 180_000);
});
