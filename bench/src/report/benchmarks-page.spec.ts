import type { Part, PartReport } from '../part.js';
import { toFullReport, toSection } from './benchmarks-page.js';

const part: Part = {
  name: 'one',
  title: 'One',
  isUsual: true,
  limitMs: () => 1,
  how: '\n- **Method** of the run.\n',
  measure: () => Promise.reject(new Error('not measured')),
};
const report: PartReport = {
  markdown: '100 rounds.\n\n| rate |\n| --- |\n| 5 |\n\n- p99 1 ms,\n  p50 2 ms.\n- No request failed.\n',
  details: '## Plans\n',
  hasFailed: false,
};
const conditions = { now: new Date('2026-11-21T10:00:00Z'), command: 'npm run bench -- --only one', loadBefore: 0.25, servers: null };

it('the page of the docs keeps what was found, the command and the date, without tables and method', () => {
  const section = toSection(part, report, conditions);
  expect(section).toMatch(
    /^## One\n\n`npm run bench -- --only one` \(2026-11-21; .+; load before 0\.3\)\n\n- p99 1 ms,\n {2}p50 2 ms\.\n- No request failed\.$/,
  );
});

it('the full report has the tables, the plans and the method', () => {
  const full = toFullReport(part, report, conditions);
  for (const text of ['100 rounds.', '| rate |', '- No request failed.', '## Plans', '**Method**']) expect(full).toContain(text);
});
