import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describeWithLogs, orderLogPath } from '../../../libs/scoring/test-data/order-logs.js';
import { simulatedShop } from '../../../libs/scoring/test-data/simulated-shop.js';

const EVALUATE = path.resolve(__dirname, '../../../dist/bench/quality/src/evaluate.js');
const PATIENCE_MS = 180_000;

describeWithLogs('the score on past orders of real shops', () => {
  it.concurrent.each(['cdnow.csv.gz', 'uci_online_retail.csv'])(
    'passes the quality gate on %s and beats every published buying model',
    async (file) => {
      const run = promisify(execFile)(process.execPath, [EVALUATE, '--gate', '--data', orderLogPath(file)]);
      const { stdout } = await run.catch((failure: { stdout: string }) => failure);
      const verdicts = stdout.split('\n').filter((line) => /^(holds|FAILS) /.test(line));
      expect(verdicts).toHaveLength(4);
      expect(verdicts.filter((line) => line.startsWith('FAILS'))).toEqual([]);
    },
    PATIENCE_MS,
  );
});

describe('the score on a simulated shop', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'order-log-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(
    'is far better than the base rate, and better than every published buying model',
    async () => {
      const { offsets, day, value } = simulatedShop(400, 20_000);
      const rows = Array.from({ length: offsets.length - 1 }, (_, customer) =>
        Array.from(day.subarray(offsets[customer], offsets[customer + 1]), (each, i) =>
          [`c${customer}`, new Date(each * 86_400_000).toISOString(), value[offsets[customer]! + i]].join(','),
        ),
      ).flat();
      const file = path.join(folder, 'simulated.csv');
      writeFileSync(file, ['customer_id,occurred_at,value', ...rows].join('\n'));
      const { stdout } = await promisify(execFile)(process.execPath, [EVALUATE, '--horizons', '30', '--cutoffs', '1', '--data', file]);
      const losses = tableColumn(stdout, 'log-loss');
      expect(losses.size).toBeGreaterThan(5);
      expect(losses.get('production')).toBeLessThan(0.9 * (losses.get('base rate') ?? 0));
      for (const published of ['BG/NBD', 'Pareto/NBD', 'MBG/NBD']) {
        expect([published, losses.get('production')! < (losses.get(published) ?? 0)]).toEqual([published, true]);
      }
    },
    PATIENCE_MS,
  );
});

/** A column of the first table in the output, by the method that each row names. */
function tableColumn(output: string, name: string): Map<string, number> {
  const rows = output.split('\n').filter((line) => line.startsWith('|')).map((line) => line.split('|').map((cell) => cell.trim())); // prettier-ignore
  const column = rows[0]?.indexOf(name) ?? -1;
  return new Map(rows.slice(2).map((cells) => [cells[1] ?? '', Number(cells[column])]));
}
