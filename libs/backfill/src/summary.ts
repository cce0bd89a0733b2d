import { countOf } from '#libs/terminal';
import type { ChurnDetail, Customer } from '#libs/client';
import { LABELS, type Label } from '#libs/core';
import type { ServiceClient } from './service-client.js';

/** An example customer: the score in the format of the API (a decimal between 0 and 1), and its reasons as text with their direction. */
interface ExplainedCustomer {
  readonly customerId: string;
  readonly score: string;
  readonly label: Label;
  readonly facts: string;
  readonly reasons: readonly string[];
}

/** Number of customers by label, and without a score. */
export interface ScoreSummary {
  readonly counts: Readonly<Record<Label, number>>;
  readonly unscored: number;
  /** Calculation time of the oldest score; `null` without scores. */
  readonly oldestScoreAt: Date | null;
  /** Calculation time of the newest score; `null` without scores. */
  readonly newestScoreAt: Date | null;
  readonly examples: readonly ExplainedCustomer[];
}

interface Candidate {
  readonly customerId: string;
  readonly worth: number;
}

export const STILL_SCORING = 'The worker is still calculating scores. These are the scores so far.';

const BAR_WIDTH = 30;
const FALLING_RISK = LABELS.toReversed();
/** Example customers: one who is lost, one worth a call, one without risk. */
const EXAMPLE_LABELS: readonly (readonly Label[])[] = [['critical'], ['high'], ['low', 'medium']];

/**
 * Reads the tenant's customers page by page, counts their labels, and picks three examples with their reasons.
 * @throws StoppedError when the list cannot be read.
 */
export async function readSummary(client: ServiceClient): Promise<ScoreSummary> {
  const counts: Record<Label, number> = { low: 0, medium: 0, high: 0, critical: 0 };
  const best = new Map<Label, Candidate>();
  let unscored = 0;
  let [oldest, newest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for await (const customer of client.customers()) {
    if (customer.churn === null) {
      unscored += 1;
      continue;
    }
    const { label, calculated_at: calculatedAt } = customer.churn;
    counts[label] += 1;
    oldest = Math.min(oldest, Date.parse(calculatedAt));
    newest = Math.max(newest, Date.parse(calculatedAt));
    const candidate = { customerId: customer.external_id, worth: worthOf(customer) };
    if (candidate.worth > (best.get(label)?.worth ?? -1)) best.set(label, candidate);
  }
  const chosen = EXAMPLE_LABELS.map((labels) => labels.map((label) => best.get(label)).find((candidate) => candidate !== undefined));
  const examples = await Promise.all(
    chosen.filter((candidate) => candidate !== undefined).map(({ customerId }) => explain(client, customerId)),
  );
  return {
    counts,
    unscored,
    oldestScoreAt: Number.isFinite(oldest) ? new Date(oldest) : null,
    newestScoreAt: Number.isFinite(newest) ? new Date(newest) : null,
    examples: examples.filter((example) => example !== null),
  };
}

/** Renders the summary as lines of text. */
export function renderSummary(summary: ScoreSummary): string[] {
  const scored = FALLING_RISK.reduce((sum, label) => sum + summary.counts[label], 0);
  const bars = FALLING_RISK.map((label) => barLine(label, summary.counts[label], scored));
  const waiting = summary.unscored > 0 ? [`  without a score: ${summary.unscored} (no order that counts, or not scored yet)`] : [];
  const examples = summary.examples.flatMap((example) => [
    '',
    `  ${example.customerId}: ${example.label}, ${certainty(example.score)} likely not to order again in time (score ${example.score})`,
    ...(example.facts === '' ? [] : [`    ${example.facts}`]),
    ...example.reasons.map((reason) => `    - ${reason}`),
  ]);
  return [`${countOf(scored, 'customer')} scored`, ...bars, ...waiting, ...examples];
}

async function explain(client: ServiceClient, customerId: string): Promise<ExplainedCustomer | null> {
  const detail = await client.churnOf(customerId);
  if (detail === null || detail.churn === null) return null;
  const { label, score } = detail.churn;
  return {
    customerId,
    label,
    score,
    facts: factsOf(detail),
    reasons: detail.explanation.map(({ effect, text }) => `${effect > 0 ? 'raises it' : 'lowers it'}: ${text}`),
  };
}

function factsOf({ features, features_extended: extended }: ChurnDetail): string {
  const { orders_total: orders, days_since_order: days } = extended;
  // The day of the last order may be unknown where a summary stands for the orders.
  const last = days == null ? '' : `, last one ${daysAgo(days)}`;
  return `${countOf(orders, 'order')}${last}, ${features.monetary_total} spent`;
}

/** Returns the revenue at risk, to pick examples that matter to a merchant. */
function worthOf({ revenue_at_risk: atRisk, monetary_total: spent }: Customer): number {
  return Number(atRisk) > 0 ? Number(atRisk) : Math.max(0, Number(spent));
}

function barLine(label: Label, count: number, scored: number): string {
  const share = scored === 0 ? 0 : count / scored;
  const bar = '█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '·');
  return `  ${label.padEnd(8)} ${bar} ${percent(share).padStart(6)}  ${count}`;
}

const daysAgo = (days: number): string => (days === 0 ? 'today' : `${days} ${days === 1 ? 'day' : 'days'} ago`);
/** Formats a score, rounded down: an uncertain one must not appear as 100.0%. */
const certainty = (score: string): string => `${(Math.floor(1000 * Number(score) + 1e-9) / 10).toFixed(1)}%`;
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
