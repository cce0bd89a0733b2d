import { hasConditions } from './built-list.js';
import { inMs, whole } from '../report/numbers.js';
import { percentile } from '../report/percentile.js';
import { TARGETS } from '../report/targets.js';
import type { ReadingFindings, ReadingResult } from './measure-reading.js';

const HEAD = ['', 'limit', 'pages', 'p50', 'p99', 'longest', 'SQL alone p50', 'SQL alone p99', 'p50 ratio', 'p99 ratio', 'failed'];

const isConditional = ({ listCase }: ReadingResult): boolean => hasConditions(listCase.filter.conditions);

/** Returns Markdown tables by sort and by filter, and their interpretation. Filters by label and score have indexes, conditions have not. */
export function toReadingReport({ plan, results }: ReadingFindings): string {
  const indexed = results.filter((result) => !isConditional(result));
  const conditional = results.filter(isConditional);
  const tables = [
    ['By label and score, each sort:', table(indexed, ({ listCase }) => listCase.sort)],
    ['By label and score, each filter:', table(indexed, ({ listCase }) => listCase.filterName)],
    ['By other conditions, each sort:', table(conditional, ({ listCase }) => listCase.sort)],
    ['By other conditions, each condition:', table(conditional, ({ listCase }) => listCase.filterName)],
  ].flat();
  const pages = `${plan.pages} pages of each case from the first to the last, ${plan.pagesWithConditions} with conditions`;
  const how = `${whole(plan.customers)} customers of one shop, ${pages}, one request at a time, after the first page of each case, which is not counted`;
  const bare = '"SQL alone" is the same statement, for the same page, on one connection of `pg` with the same role and row-level security';
  const verdicts = [verdict('labels and scores', indexed), verdict('other conditions', conditional)];
  return `${how}. ${bare}.\n\n${tables.join('\n\n')}\n\n${verdicts.join('\n')}\n`;
}

function table(results: readonly ReadingResult[], nameOf: (result: ReadingResult) => string): string {
  const rows = new Map<string, ReadingResult[]>();
  for (const result of results) {
    const key = `${nameOf(result)} | ${result.limit}`;
    rows.set(key, [...(rows.get(key) ?? []), result]);
  }
  const lines = [...rows].map(([key, group]) => `| ${key} | ${cellsOf(group).join(' | ')} |`);
  return [`| ${HEAD.join(' | ')} |`, `| ${HEAD.map(() => '---').join(' | ')} |`, ...lines].join('\n');
}

function cellsOf(group: readonly ReadingResult[]): string[] {
  const http = group.flatMap(({ httpMs }) => httpMs);
  const bare = group.flatMap(({ bareMs }) => bareMs);
  const times = [percentile(http, 0.5), percentile(http, 0.99), percentile(http, 1), percentile(bare, 0.5), percentile(bare, 0.99)];
  const ratio = (share: number): string => (percentile(http, share) / percentile(bare, share)).toFixed(1);
  const failed = group.reduce((sum, result) => sum + result.failed, 0);
  return [whole(http.length), ...times.map(inMs), ratio(0.5), ratio(0.99), whole(failed)];
}

const met = (isMet: boolean): string => (isMet ? 'met' : 'not met');

function verdict(filters: string, results: readonly ReadingResult[]): string {
  const http = percentile(results.flatMap(({ httpMs }) => httpMs), 0.99); // prettier-ignore
  const bare = percentile(results.flatMap(({ bareMs }) => bareMs), 0.99); // prettier-ignore
  const time = `p99 of the pages by ${filters} ${inMs(http)} (below ${inMs(TARGETS.listP99Ms)}: ${met(http < TARGETS.listP99Ms)})`;
  const ratio = http / bare;
  return `- ${time}; ${ratio.toFixed(1)} times the same SQL alone (at most ${TARGETS.listRatio}: ${met(ratio <= TARGETS.listRatio)}).`;
}

/** Returns the query plans of the slowest pages. */
export function toPlans({ explained }: ReadingFindings): string {
  const plans = explained.map(({ title, text }) => `### ${title}\n\n\`\`\`text\n${text}\n\`\`\``);
  return `## Plans of the slowest pages\n\n\`EXPLAIN (ANALYZE, BUFFERS)\` of the pages that took longest through SQL alone.\n\n${plans.join('\n\n')}\n`;
}
