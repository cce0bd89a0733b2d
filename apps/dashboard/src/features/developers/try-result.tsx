import { useQuery } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import { useFormat } from '../../api/me';
import type { ChurnDetailDto, ChurnSummaryDto } from '../../api/schema';
import { RiskBadge } from '../../components/risk-badge';
import { Alert } from '../../components/ui/alert';
import { readChurn } from './queries';
import { text } from './text';

const t = text.try;
const LOOK_EVERY_MS = 250;
const LATE_MS = 60_000;

export interface SentOrder {
  readonly eventId: string;
  readonly customer: string;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  readonly before: ChurnSummaryDto | null;
}

interface Found {
  readonly detail: ChurnDetailDto | null;
  /** Milliseconds from the order to this look. */
  readonly afterMs: number;
}

/** Polls until a score includes the order. */
export function TryResult({ sent }: { readonly sent: SentOrder }) {
  const isNew = ({ detail }: Found): boolean => detail?.churn != null && detail.churn.calculated_at !== sent.before?.calculated_at;
  const { data } = useQuery({
    queryKey: ['try', sent.eventId],
    queryFn: async (): Promise<Found> => ({ detail: await readChurn(sent.customer), afterMs: new Date().getTime() - sent.sentAt }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && (isNew(state.data) || state.data.afterMs > LATE_MS) ? false : LOOK_EVERY_MS,
  });
  if (data === undefined || !isNew(data)) {
    if (data !== undefined && data.afterMs > LATE_MS) return <Alert kind="warn">{t.tooLong}</Alert>;
    return (
      <p role="status" className="flex items-center gap-2.5 text-sm text-muted">
        <LoaderCircle className="size-4 animate-spin text-accent" aria-hidden />
        {t.waiting}
      </p>
    );
  }
  return <NewScore sent={sent} detail={data.detail} afterMs={data.afterMs} />;
}

function NewScore({ sent, detail, afterMs }: Found & { readonly sent: SentOrder }) {
  return (
    <div className="grid gap-4">
      <Alert kind="good">{t.arrived(afterMs)}</Alert>
      <dl className="grid grid-cols-2 gap-4">
        <Score name={t.before} score={sent.before} />
        <Score name={t.after} score={detail?.churn ?? null} />
      </dl>
      {detail !== null && detail.explanation.length > 0 && (
        <div>
          <h3 className="mb-1 text-sm font-medium">{t.reasons}</h3>
          <ul className="list-disc pl-5 text-sm text-muted">
            {detail.explanation.map((reason) => (
              <li key={reason.factor}>{reason.text}</li>
            ))}
          </ul>
        </div>
      )}
      <a href={`/customers/${encodeURIComponent(sent.customer)}`} className="text-sm font-medium text-accent hover:underline">
        {t.look}
      </a>
    </div>
  );
}

function Score({ name, score }: { readonly name: string; readonly score: ChurnSummaryDto | null }) {
  const format = useFormat();
  return (
    <div className="rounded-lg bg-subtle px-4 py-3">
      <dt className="text-[0.8125rem] text-muted">{name}</dt>
      <dd>
        <span className="block text-2xl font-semibold tabular-nums">{score === null ? t.noScore : format.score(score.score)}</span>
        <RiskBadge label={score?.label ?? null} />
      </dd>
    </div>
  );
}
