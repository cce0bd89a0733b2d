import { useState } from 'react';
import { useFormat } from '../../api/me';
import type { IntegrationsDto } from '../../api/schema';
import { Alert } from '../../components/ui/alert';
import { text } from './text';

const t = text.shop;

/** Lists the messages of the shop that the service could not use. The owner can correct faults in the shop; a sale without a customer needs no correction. */
export function RefusedNote({ refused }: Pick<IntegrationsDto, 'refused'>) {
  const format = useFormat();
  const [now] = useState(() => new Date());
  const faults = refused.filter(({ fault }) => fault);
  const inOrder = refused.filter(({ fault }) => !fault);
  const last = inOrder[0]?.last_at;
  return (
    <>
      {faults.length > 0 && (
        <Alert kind="warn" title={t.refusedTitle}>
          <ul className="grid gap-1">
            {faults.map(({ reason, count, last_at: lastAt }) => (
              <li key={reason}>
                {reason}. {t.refusedCount(count, format.ago(lastAt, now))}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {last !== undefined && (
        <p className="text-sm text-muted">
          {t.withoutCustomer(
            inOrder.reduce((sum, { count }) => sum + count, 0),
            format.ago(last, now),
          )}
        </p>
      )}
    </>
  );
}
