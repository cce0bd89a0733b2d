import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';

const TOUR = path.resolve(__dirname, '../../../docs/tour.md');

/** Replaces curl on a machine without it. It knows the options that the tour uses. */
const STAND_IN_FOR_CURL = `#!/usr/bin/env node
const text = { type: 'string' };
const options = { silent: { type: 'boolean', short: 's' }, header: { ...text, short: 'H', multiple: true }, data: { ...text, short: 'd' }, request: { ...text, short: 'X', default: 'POST' }, after: { ...text, short: 'w' } };
import('node:util').then(async ({ parseArgs }) => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const headers = Object.fromEntries((values.header ?? []).map((line) => line.split(': ')));
  const answer = await fetch(positionals[0], { headers, ...(values.data !== undefined && { method: values.request, body: values.data }) });
  process.stdout.write((await answer.text()) + '\\n');
});
`;

/** Reads the commands of the tour and the answers that it shows, in order. */
function tourOf(page: string): { commands: string; shown: unknown[] } {
  const blocks = [...page.matchAll(/^```(sh|json)\n(.*?)^```$/gms)].map(([, language, text]) => ({ language, text: String(text) }));
  const written = (language: string): string[] => blocks.filter((block) => block.language === language).map(({ text }) => text);
  return { commands: written('sh').join('\n'), shown: written('json').map((text) => JSON.parse(text) as unknown) };
}

/** Lists the fields of an answer at any depth. The first item of an array stands for all. */
function fieldsOf(value: unknown, where = ''): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : fieldsOf(value[0], `${where}[]`);
  if (typeof value !== 'object' || value === null) return [where];
  return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, `${where}.${name}`));
}

describe('the tour in docs/tour.md', () => {
  let system: ChurnSystem;
  let folder: string;
  let answers: unknown[];
  const { commands, shown } = tourOf(readFileSync(TOUR, 'utf8'));

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    folder = mkdtempSync(path.join(tmpdir(), 'churn-tour-'));
    const shop = await system.shop();
    await shop.send(...Array.from({ length: 9 }, (_, i) => order({ customer_id: `c-${i}`, occurred_at: daysAgo(30 + i * 30) })));
    mkdirSync(path.join(folder, '.data'));
    writeFileSync(path.join(folder, '.data/demo-api-key'), shop.apiKey);
    writeFileSync(path.join(folder, 'curl'), STAND_IN_FOR_CURL, { mode: 0o755 });
    const script = `set -eu\ncurl() { command curl -w '\\n' "$@"; }\n${commands.replace('http://127.0.0.1:3000/api/v1', system.api.url)}`;
    const env = { PATH: `${process.env['PATH']}:${folder}:${path.dirname(process.execPath)}` };
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', script], { cwd: folder, env });
    expect(stderr).toBe('');
    answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  }, 60_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await system.stop();
  });

  it('starts with the base URL and the API key of the demo shop', () => {
    expect(commands).toContain('BASE=http://127.0.0.1:3000/api/v1');
    expect(commands).toContain('KEY=$(cat .data/demo-api-key)');
    expect(shown.length).toBeGreaterThanOrEqual(6);
  });

  it('gets every answer that it shows, with the same fields', () => {
    expect(answers.map((answer) => fieldsOf(answer).toSorted())).toEqual(shown.map((answer) => fieldsOf(answer).toSorted()));
  });

  it('gets the same event counts that it shows', () => {
    const counts = (all: unknown[]): object[] =>
      (all as Record<string, unknown>[])
        .filter((answer) => 'accepted' in answer)
        .map(({ accepted, rejected, duplicates, results }) => ({ accepted, rejected, duplicates, results }));
    expect(counts(answers).length).toBeGreaterThan(0);
    expect(counts(answers)).toEqual(counts(shown));
  });

  it('gets a score for the customer who placed the first order', () => {
    expect(answers).toContainEqual(expect.objectContaining({ external_id: 'ada', churn: expect.any(Object) }));
  });
});
