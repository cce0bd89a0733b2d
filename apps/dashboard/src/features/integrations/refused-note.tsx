import { useState } from 'react';
import { useFormat } from '../../api/me';
import type { IntegrationsDto } from '../../api/schema';
import { Alert } from '../../components/ui/alert';
import { text } from './text';

const t = text.shop;

/** Lists what the shop sent and we could not use, so that the owner can mend it there. */
export function RefusedNote({ refused }: Pick<IntegrationsDto, 'refused'>) {
  const format = useFormat();
  const [now] = useState(() => new Date());
  if (refused.length === 0) return null;
  return (
    <Alert kind="bad" title={t.refusedTitle}>
      <ul className="grid gap-1">
        {refused.map(({ reason, count, last_at: lastAt }) => (
          <li key={reason}>
            {reason}. {t.refusedCount(count, format.ago(lastAt, now))}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
