import {
  findKnownCustomers,
  type OutgoingEvent,
  pseudonymsWith,
  type ReadRow,
  type Understanding,
  withKnownOrders,
} from '#libs/order-import';
import { useQuery } from '@tanstack/react-query';
import { readPlanned, type UploadPlan } from './plan';
import type { Sample } from './sample';
import { SessionSender } from './session-sender';

/** A row as the reader sees it before the upload. */
export interface PreviewRow {
  readonly line: number;
  readonly state: 'taken' | 'known' | 'changed' | 'left_out' | 'wrong';
  readonly events: readonly OutgoingEvent[];
  /** Why it is left out or wrong. */
  readonly reason: string | null;
}

export interface Preview {
  /** Null while the service checks them. */
  readonly rows: readonly PreviewRow[] | null;
  readonly error: unknown;
  /** Asks the service again. */
  readonly retry: () => void;
  /** The currencies of the rows. */
  readonly currencies: readonly string[];
}

const SHOWN_ROWS = 20;

/** Reads the first rows and lets the service validate them; nothing is stored. */
export function usePreview(sample: Sample, plan: UploadPlan, found: Understanding): Preview {
  const { data, error, refetch } = useQuery({
    queryKey: ['upload', 'preview', sample, plan, found.mapping],
    queryFn: () => validated(sample, plan, found),
    enabled: found.summary !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const events = data?.flatMap((row) => row.events) ?? [];
  const currencies = [...new Set(events.flatMap((event) => event.data?.currency ?? []))];
  return { rows: data ?? null, error, retry: () => void refetch(), currencies };
}

async function validated(sample: Sample, plan: UploadPlan, found: Understanding): Promise<PreviewRow[]> {
  const sender = new SessionSender();
  const read: ReadRow[] = [];
  for await (const row of readPlanned(sample.rows, found.plan, plan, pseudonymsWith(await sender.pseudonymKey()))) {
    read.push(row);
    if (read.length === SHOWN_ROWS) break;
  }
  const known = await findKnownCustomers(async () => oneByOne(read), sender);
  const rows = read.map(({ line, outcome }) => ({ line, outcome: withKnownOrders(outcome, known) }));
  const events = rows.flatMap(({ outcome }) => (outcome.kind === 'events' ? outcome.events : []));
  const settings = {
    backfill: true,
    backfillDone: false,
    uploadId: null,
    uploadDone: false,
    dryRun: true,
    signal: new AbortController().signal,
  };
  const results = events.length === 0 ? [] : await sender.sendEvents(events, settings);
  const verdicts = new Map(events.map((event, i) => [event, results[i]]));
  return rows.map(({ line, outcome }): PreviewRow => {
    if (outcome.kind === 'wrong') return { line, state: 'wrong', events: [], reason: outcome.reason };
    if (outcome.kind === 'left_out') return { line, state: 'left_out', events: [], reason: outcome.why };
    const answers = outcome.events.map((event) => verdicts.get(event));
    const refused = answers.find((answer) => answer?.status === 'rejected');
    if (refused !== undefined) return { line, state: 'wrong', events: outcome.events, reason: refused.error ?? null };
    const isKnown = answers.every((answer) => answer?.status === 'duplicate');
    const isChanged = answers.some((answer) => answer?.corrected === true);
    return { line, state: isKnown ? 'known' : isChanged ? 'changed' : 'taken', events: outcome.events, reason: null };
  });
}

async function* oneByOne(rows: readonly ReadRow[]): AsyncGenerator<ReadRow> {
  yield* rows;
}
