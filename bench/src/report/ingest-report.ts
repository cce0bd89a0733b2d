import type { FreshnessLine, IngestSummary } from './summarise.js';
import { freshnessTable, ingestTable } from './tables.js';
import { freshnessVerdict, ingestVerdicts } from './verdicts.js';

const list = (verdicts: readonly string[]): string => verdicts.map((verdict) => `- ${verdict}`).join('\n');

/** Returns a table for each plan, and the interpretation. */
export const ingestReport = (summaries: readonly IngestSummary[]): string =>
  `${summaries.map(ingestTable).join('\n\n')}\n\n### What it says\n\n${list(summaries.flatMap(ingestVerdicts))}\n`;

export const freshnessReport = (lines: readonly FreshnessLine[]): string =>
  `${freshnessTable(lines)}\n\n${list(lines.map(freshnessVerdict))}\n`;
