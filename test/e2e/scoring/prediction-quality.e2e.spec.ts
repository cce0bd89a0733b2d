import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const EVALUATE = path.resolve(__dirname, '../../../dist/bench/quality/src/evaluate.js');
/** Beside the project, not in it: the logs have licences of their own. */
const FOLDERS = ['../shared/data', '../../shared/data'].map((folder) => path.resolve(__dirname, '../../..', folder));
const FOLDER = FOLDERS.find((folder) => existsSync(folder));
/** Skipped, by its name, where the order logs are not; in CI they must be. */
const describeWithLogs = FOLDER === undefined && process.env['CI'] === undefined ? describe.skip : describe;

const PATIENCE_MS = 180_000;

describeWithLogs('the score on real shops of the past', () => {
  it.concurrent.each(['cdnow.csv.gz', 'uci_online_retail.csv'])(
    'is as good on %s as the gate asks, and better than every published model of buying',
    async (file) => {
      const run = promisify(execFile)(process.execPath, [EVALUATE, '--gate', '--data', path.join(FOLDER ?? '', file)]);
      const { stdout } = await run.catch((failure: { stdout: string }) => failure);
      const verdicts = stdout.split('\n').filter((line) => /^(holds|FAILS) /.test(line));
      expect(verdicts).toHaveLength(4);
      expect(verdicts.filter((line) => line.startsWith('FAILS'))).toEqual([]);
    },
    PATIENCE_MS,
  );
});
