import { Client } from 'pg';
import { PERIODS, type Period } from '#libs/dto';
import { HttpClient } from '../load/http-client.js';
import { fillCustomers } from '../reading/fill-customers.sql.js';
import { inMs, whole } from '../report/numbers.js';
import { percentile } from '../report/percentile.js';
import { TARGETS } from '../report/targets.js';
import type { SystemUnderTest } from '../system/system-under-test.js';
import { fillDays } from './fill-days.sql.js';

/** Answer times for one period, in milliseconds, with a number of concurrent requests. */
export interface AnalyticsResult {
  readonly period: Period;
  readonly askers: number;
  readonly httpMs: readonly number[];
  readonly failed: number;
}

export interface AnalyticsFindings {
  readonly customers: number;
  readonly results: readonly AnalyticsResult[];
}

const REQUESTS = 400;
const ASKERS = [1, 8];
/** Requests before the measurement, to open connections and read pages. */
const WARM_UP = 20;

/** Requests the analytics of a large shop that is older than the retention period of its days. */
export async function measureAnalytics(
  system: SystemUnderTest,
  customers: number,
  say: (line: string) => void,
): Promise<AnalyticsFindings> {
  const { apiKey } = await system.openShop();
  const owner = new Client(system.servers.postgres.url);
  await owner.connect();
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM tenants ORDER BY created_at DESC LIMIT 1');
  say(`Filling a shop with ${whole(customers)} customers …`);
  await fillCustomers(owner, rows[0]?.id ?? '', customers);
  await fillDays(owner, rows[0]?.id ?? '');
  await owner.end();
  await system.clearBacklog();
  const http = new HttpClient(system.apiUrl, apiKey);
  const results: AnalyticsResult[] = [];
  for (const askers of ASKERS) {
    for (const period of PERIODS) {
      await ask(http, { period, askers }, WARM_UP);
      results.push(await ask(http, { period, askers }, REQUESTS));
    }
  }
  http.close();
  return { customers, results };
}

async function ask(http: HttpClient, how: Pick<AnalyticsResult, 'period' | 'askers'>, requests: number): Promise<AnalyticsResult> {
  const httpMs: number[] = [];
  let asked = 0;
  let failed = 0;
  const asker = async (): Promise<void> => {
    while (asked < requests) {
      asked += 1;
      const started = performance.now();
      const { status } = await http.get(`/churn/analytics?period=${how.period}`);
      httpMs.push(performance.now() - started);
      if (status !== 200) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: how.askers }, asker));
  return { ...how, httpMs, failed };
}

/** Returns a Markdown table and its interpretation. */
export function toAnalyticsReport({ customers, results }: AnalyticsFindings): string {
  const lines = results.map(({ period, askers, httpMs, failed }) => {
    const times = [0.5, 0.99, 1].map((share) => inMs(percentile(httpMs, share)));
    return `| ${[period, askers, whole(httpMs.length), ...times, whole(failed)].join(' | ')} |`;
  });
  const p99 = percentile(results.filter(({ askers }) => askers === 1).flatMap(({ httpMs }) => httpMs), 0.99); // prettier-ignore
  const met = p99 < TARGETS.analyticsP99Ms ? 'met' : 'not met';
  return `${whole(customers)} customers of one shop, 400 days of totals, over HTTP.

| period | at once | requests | p50 | p99 | longest | failed |
| --- | --- | --- | --- | --- | --- | --- |
${lines.join('\n')}

- p99 of all periods, one request at a time, ${inMs(p99)} (below ${inMs(TARGETS.analyticsP99Ms)}: ${met}).
`;
}
