import { useState } from 'react';
import { useMayAs } from '../../api/me';
import { Alert } from '../../components/ui/alert';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { RemoveTestCustomer } from '../../shared/test-order/remove-test-customer';
import { TEST_CUSTOMER } from '../../shared/test-order/test-customer';
import { text } from './text';
import { TryForm } from './try-form';
import { type SentOrder, TryResult } from './try-result';

const t = text.try;

/** Sends an order and shows the new score. */
export function TryCard() {
  const maySend = useMayAs('admin');
  const [sent, setSent] = useState<SentOrder | null>(null);
  return (
    <Card>
      <CardHeader title={t.title} description={t.description} />
      <CardBody className="grid gap-5">
        {maySend ? (
          <>
            <TryForm onSent={setSent} />
            {sent !== null && <TryResult key={sent.eventId} sent={sent} />}
            {sent?.customer === TEST_CUSTOMER && (
              <div className="grid justify-items-start gap-3">
                <RemoveTestCustomer onRemoved={() => setSent(null)} />
              </div>
            )}
          </>
        ) : (
          <Alert>{t.adminsOnly}</Alert>
        )}
      </CardBody>
    </Card>
  );
}
