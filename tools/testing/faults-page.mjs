import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../paths.mjs';

const PAGE = path.join(ROOT, 'docs/reliability.md');
/** The file with a line for each fault. It is not committed. */
const TABLE = '.data/faults/results.md';
const BEGIN = '<!-- results: written by npm run test:faults -- --keep -->';
const END = '<!-- end of results -->';

const COLUMNS = [
  'Fault',
  'What was done',
  'Acknowledged',
  'Refused',
  'Lost',
  'Doubled',
  'Scored after',
  'New event after',
  'Delivered',
  'Slowest answer',
  'Verdict',
];

/**
 * @param {object[]} lines the report lines of test/faults
 * @returns {string} a table in Markdown
 */
export function tableOf(lines) {
  const rows = [COLUMNS, COLUMNS.map(() => '---'), ...lines.map(cellsOf)];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf({ name, did, verdict, skipped, failed }) {
  if (verdict === undefined)
    return [name, did, ...COLUMNS.slice(3).map(() => ''), skipped ? `not done: ${skipped}` : `failed: ${oneLine(failed)}`];
  const { acknowledged, refused, lost, doubled, scoredAfterMs, freshAfterMs, delivered, slowestMs, broken } = verdict;
  const times = [scoredAfterMs, freshAfterMs].map(seconds);
  const outcome = broken.length === 0 ? 'holds' : oneLine(broken.join('; '));
  return [name, did, acknowledged, refused, lost, doubled, ...times, delivered, seconds(slowestMs), outcome];
}

/**
 * @param {object[]} lines the report lines of test/faults
 * @returns {{ name: string, reason: string }[]} the faults that did not hold, each with the invariant that failed first
 */
export function failuresOf(lines) {
  const failed = lines.filter((line) => line.failed !== undefined || line.verdict?.broken.length > 0);
  return failed.map(({ name, failed: error, verdict }) => ({ name, reason: oneLine(error ?? verdict.broken[0]) }));
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

const oneLine = (text) => String(text).replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 300);

/** Sums the lines up in one sentence, and names the faults that were not done or did not hold. */
function summaryOf(lines) {
  const done = lines.filter(({ verdict }) => verdict !== undefined);
  const sum = (key) => done.reduce((total, { verdict }) => total + Number(verdict[key]), 0).toLocaleString('en-GB');
  const slowest = (key) => seconds(Math.max(0, ...done.map(({ verdict }) => verdict[key])));
  const held = done.filter(({ verdict }) => verdict.broken.length === 0);
  const others = lines.filter((line) => !held.includes(line)).map((line) => `- ${line.name}: ${cellsOf(line).at(-1)}`);
  const text = `${held.length} of ${lines.length} faults hold: ${sum('acknowledged')} events acknowledged, ${sum('refused')} requests refused, ${sum('lost')} events lost, ${sum('doubled')} doubled, ${sum('delivered')} webhooks delivered. At most ${slowest('scoredAfterMs')} until everything was scored, ${slowest('freshAfterMs')} until a new event was, ${slowest('slowestMs')} for an answer. A line for each fault is in \`${TABLE}\`.`;
  return [text, ...(others.length === 0 ? [] : [others.join('\n')])].join('\n\n');
}

/** Writes the table into a file that is not committed and, with `keep`, the summary into its section of docs/reliability.md. */
export async function keepFaults(lines, { keep, ...conditions }) {
  const facts = factsOf(conditions);
  const table = path.join(ROOT, TABLE);
  fs.mkdirSync(path.dirname(table), { recursive: true });
  fs.writeFileSync(table, `${facts}\n\n${tableOf(lines)}\n`);
  if (!keep) return;
  const { format, resolveConfig } = await import('prettier');
  const page = fs.readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest.split(END)[1];
  const text = `${before}${BEGIN}\n\n${facts}\n\n${summaryOf(lines)}\n\n${END}${after}`;
  fs.writeFileSync(PAGE, await format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
}

function factsOf({ form, patience, run, command }) {
  const [cpu] = os.cpus();
  const facts = [
    `${new Date().toISOString().slice(0, 10)}, \`${command}\`, the ${form} form`,
    ...(run > 1 ? [`run ${run} in a row, everything held in those before`] : []),
    `limits in time ${patience === '1' ? 'as promised' : `taken ${patience} times`}`,
    `${os.cpus().length} × ${cpu?.model.trim() ?? 'unknown CPU'}, load ${os.loadavg()[2].toFixed(1)} over the last quarter of an hour, Node ${process.version}`,
  ];
  return `${facts.join('; ')}.`;
}
