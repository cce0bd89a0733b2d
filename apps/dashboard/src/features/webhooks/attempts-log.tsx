import { CircleCheck, CircleX } from 'lucide-react';
import { useFormat } from '../../api/me';
import type { DeliveryAttemptDto } from '../../api/schema';
import { attemptErrorWords } from '../../shared/deliveries/delivery-words';
import { text } from './text';

const t = text.detail;

/** Lists the attempts of a delivery, latest first, with the answers of the shop's server. */
export function AttemptsLog({ attempts }: { readonly attempts: readonly DeliveryAttemptDto[] }) {
  const format = useFormat();
  if (attempts.length === 0) return <p className="text-sm text-muted">{t.none}</p>;
  return (
    <ol className="divide-y divide-line rounded-lg border border-line">
      {attempts.toReversed().map((attempt) => (
        <li key={attempt.at} className="grid gap-1.5 px-4 py-3 text-sm">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {attempt.error === null ? (
              <CircleCheck className="size-4 text-good" aria-hidden />
            ) : (
              <CircleX className="size-4 text-danger" aria-hidden />
            )}
            <span className="font-medium">{t.attempt(attempt.attempt)}</span>
            <span className="text-muted tabular-nums">{format.dateTime(attempt.at)}</span>
            <span className="tabular-nums sm:ml-auto">
              {attempt.status_code === null ? t.noAnswer(attempt.duration_ms) : t.answered(attempt.status_code, attempt.duration_ms)}
            </span>
          </div>
          {attempt.error !== null && <p className="text-muted">{attemptErrorWords(attempt.error)}</p>}
          {attempt.response_body !== null && attempt.response_body !== '' && (
            <p className="max-h-24 overflow-y-auto rounded bg-subtle px-2.5 py-1.5 font-mono text-xs break-all">{attempt.response_body}</p>
          )}
        </li>
      ))}
    </ol>
  );
}
