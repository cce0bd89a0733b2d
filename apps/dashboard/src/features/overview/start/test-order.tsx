import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoaderCircle, Send } from 'lucide-react';
import { useFormat } from '../../../api/me';
import type { CustomerDto } from '../../../api/schema';
import { RiskBadge } from '../../../components/risk-badge';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { RemoveTestCustomer } from '../../../shared/test-order/remove-test-customer';
import { sendOrder } from '../../../shared/test-order/send-order';
import { TEST_CUSTOMER } from '../../../shared/test-order/test-customer';
import { problemText } from '../../../text/problem-text';
import { firstCustomersQuery } from '../queries';
import { text } from '../text';

const t = text.start.test;
const VALUE = 49.9;
const LOOK_FOR_SCORE_MS = 1500;

/** Sends an order by the session, without the key, and shows the score as it arrives. An order of the shown programs appears here too. */
export function TestOrder({ customer }: { readonly customer: CustomerDto | null }) {
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: () => sendOrder({ customer: TEST_CUSTOMER, value: VALUE, occurredAt: new Date() }),
    onSuccess: () => queries.invalidateQueries(firstCustomersQuery),
  });
  const isWaiting = sending.isSuccess && customer?.churn == null;
  useQuery({ ...firstCustomersQuery, enabled: isWaiting, refetchInterval: LOOK_FOR_SCORE_MS });
  if (customer?.churn != null) return <Arrived customer={customer} onRemoved={sending.reset} />;
  // The customer appears with the first score, some seconds after the order.
  if (customer !== null || sending.isSuccess)
    return (
      <p role="status" className="flex items-center gap-2.5 text-sm text-muted">
        <LoaderCircle className="size-4 shrink-0 animate-spin text-accent" aria-hidden />
        {t.waiting}
      </p>
    );
  return (
    <div className="grid justify-items-start gap-2">
      {sending.error !== null && <Alert kind="bad">{problemText(sending.error)}</Alert>}
      <Button look="secondary" busy={sending.isPending} onClick={() => sending.mutate()}>
        <Send aria-hidden />
        {t.send}
      </Button>
      <p className="text-sm text-muted">{t.hint}</p>
    </div>
  );
}

function Arrived({
  customer: { churn, external_id: externalId },
  onRemoved,
}: {
  readonly customer: CustomerDto;
  readonly onRemoved: () => void;
}) {
  const format = useFormat();
  return (
    <Alert kind="good" title={t.arrived}>
      <p className="flex flex-wrap items-center gap-2 py-1">
        <span className="text-2xl font-semibold tabular-nums">{churn === null ? '' : format.score(churn.score)}</span>
        <RiskBadge label={churn?.label ?? null} />
      </p>
      <p className="text-muted">{t.meaning}</p>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <Link to="/customers/$externalId" params={{ externalId }} className="font-medium text-accent hover:underline">
          {t.look}
        </Link>
        <RemoveTestCustomer onRemoved={onRemoved} />
      </p>
    </Alert>
  );
}
