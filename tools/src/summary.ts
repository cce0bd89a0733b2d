import { LABELS, type Label } from '#libs/core';
import type { ServiceClient } from './service-client.js';
import { StoppedError } from './stopped-error.js';
import { fieldOf, listOf, textOf } from './wire-reading.js';

/** One customer as an example: score as the service writes it (a decimal between 0 and 1), and its reasons in words. */
interface ExplainedCustomer {
  readonly customerId: string;
  readonly score: string;
  readonly label: Label;
  readonly facts: string;
  readonly reasons: readonly string[];
}

/** Customers by label, and how many have no score (yet). */
export interface ScoreSummary {
  readonly counts: Readonly<Record<Label, number>>;
  readonly unscored: number;
  /** When the newest of the scores was calculated; `null` without any. */
  readonly newestScoreAt: Date | null;
  readonly examples: readonly ExplainedCustomer[];
}

interface Candidate {
  readonly customerId: string;
  readonly worth: number;
}

export const NOT_SETTLED = 'Scores are still being calculated; this is how far they are.';

const PAGE = 200;
const BAR_WIDTH = 30;
const FALLING_RISK = LABELS.toReversed();
/** An example of each: someone lost, someone worth a call, someone who is fine. */
const EXAMPLE_LABELS: readonly (readonly Label[])[] = [['critical'], ['high'], ['low', 'medium']];

/**
 * Reads the tenant's customers page by page, counts their labels, and takes three of them with their reasons.
 * @throws StoppedError when the list cannot be read.
 */
export async function readSummary(client: ServiceClient): Promise<ScoreSummary> {
  const counts: Record<Label, number> = { low: 0, medium: 0, high: 0, critical: 0 };
  const best = new Map<Label, Candidate>();
  let unscored = 0;
  let newest = Number.NEGATIVE_INFINITY;
  for await (const customer of customers(client)) {
    const label = labelOf(fieldOf(fieldOf(customer, 'churn'), 'label'));
    if (label === null) {
      unscored += 1;
      continue;
    }
    counts[label] += 1;
    newest = Math.max(newest, Date.parse(textOf(fieldOf(fieldOf(customer, 'churn'), 'calculated_at')) ?? ''));
    const candidate = { customerId: textOf(fieldOf(customer, 'external_id')) ?? '', worth: worthOf(customer) };
    if (candidate.worth > (best.get(label)?.worth ?? -1)) best.set(label, candidate);
  }
  const chosen = EXAMPLE_LABELS.map((labels) => labels.map((label) => best.get(label)).find((candidate) => candidate !== undefined));
  const examples = await Promise.all(
    chosen.filter((candidate) => candidate !== undefined).map(({ customerId }) => explain(client, customerId)),
  );
  return {
    counts,
    unscored,
    newestScoreAt: Number.isFinite(newest) ? new Date(newest) : null,
    examples: examples.filter((example) => example !== null),
  };
}

/** The summary as lines of text. */
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
  return [`${scored} customers scored`, ...bars, ...waiting, ...examples];
}

async function* customers(client: ServiceClient): AsyncGenerator {
  let cursor: string | null = null;
  do {
    const query = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await client.get(`/customers?limit=${PAGE}${query}`);
    if (answer.status !== 200) throw new StoppedError(`The list of customers could not be read: the service answered ${answer.status}.`);
    yield* listOf(fieldOf(answer.body, 'data'));
    cursor = textOf(fieldOf(fieldOf(answer.body, 'pagination'), 'next_cursor'));
  } while (cursor !== null);
}

async function explain(client: ServiceClient, customerId: string): Promise<ExplainedCustomer | null> {
  const { status, body } = await client.get(`/customers/${encodeURIComponent(customerId)}/churn`);
  const label = labelOf(fieldOf(fieldOf(body, 'churn'), 'label'));
  if (status !== 200 || label === null) return null;
  const reasons = listOf(fieldOf(body, 'explanation'))
    .map((reason) => textOf(fieldOf(reason, 'text')))
    .filter((text) => text !== null);
  return { customerId, label, score: textOf(fieldOf(fieldOf(body, 'churn'), 'score')) ?? '', facts: factsOf(body), reasons };
}

function factsOf(detail: unknown): string {
  const features = fieldOf(detail, 'features');
  const recency = fieldOf(features, 'recency_days');
  const orders = fieldOf(fieldOf(detail, 'features_extended'), 'orders_total');
  const spent = textOf(fieldOf(features, 'monetary_total'));
  const facts = [
    typeof orders === 'number' ? `${orders} ${orders === 1 ? 'order' : 'orders'}` : null,
    typeof recency === 'number' ? `last one ${daysAgo(recency)}` : null,
    spent === null ? null : `${spent} spent`,
  ];
  return facts.filter((fact) => fact !== null).join(', ');
}

/** What is at stake with a customer, so that the examples are ones that a merchant would look at. */
function worthOf(customer: unknown): number {
  const atRisk = Number(fieldOf(customer, 'revenue_at_risk') ?? Number.NaN);
  const spent = Number(fieldOf(customer, 'monetary_total') ?? Number.NaN);
  if (Number.isFinite(atRisk) && atRisk > 0) return atRisk;
  return Number.isFinite(spent) ? Math.max(0, spent) : 0;
}

function barLine(label: Label, count: number, scored: number): string {
  const share = scored === 0 ? 0 : count / scored;
  const bar = '█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '·');
  return `  ${label.padEnd(8)} ${bar} ${percent(share).padStart(6)}  ${count}`;
}

const daysAgo = (days: number): string => (days === 0 ? 'less than a day ago' : `${days} ${days === 1 ? 'day' : 'days'} ago`);
/** Rounded down, so that what is not certain is never shown as 100.0%. */
const certainty = (score: string): string => `${(Math.floor(1000 * Number(score) + 1e-9) / 10).toFixed(1)}%`;
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
const labelOf = (value: unknown): Label | null => LABELS.find((label) => label === value) ?? null;
