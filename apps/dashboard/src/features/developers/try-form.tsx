import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useMe } from '../../api/me';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Input } from '../../components/ui/input';
import { givenRule } from '../../components/fields/rules';
import { sendOrder } from '../../shared/test-order/send-order';
import { TEST_CUSTOMER } from '../../shared/test-order/test-customer';
import { problemText } from '../../text/problem-text';
import { readChurn } from './queries';
import { text } from './text';
import type { SentOrder } from './try-result';

const t = text.try;
const DAY_MS = 86_400_000;
const MOST_DAYS = 3650;

const orderRule = z.object({
  customer: givenRule,
  value: z.coerce.number(t.badValue).min(0, t.badValue),
  days: z.coerce.number(t.badDays).int(t.badDays).min(0, t.badDays).max(MOST_DAYS, t.badDays),
});
type Order = z.output<typeof orderRule>;

async function send({ customer, value, days }: Order): Promise<SentOrder> {
  const before = await readChurn(customer);
  const sentAt = new Date().getTime();
  const eventId = await sendOrder({ customer, value, occurredAt: new Date(sentAt - days * DAY_MS) });
  return { eventId, customer, sentAt, before: before?.churn ?? null };
}

export function TryForm({ onSent }: { readonly onSent: (sent: SentOrder) => void }) {
  const { currency } = useMe().tenant;
  const { register, handleSubmit, formState } = useForm<z.input<typeof orderRule>, unknown, Order>({
    resolver: zodResolver(orderRule),
    defaultValues: { customer: TEST_CUSTOMER, value: 49.9, days: 0 },
  });
  const { errors } = formState;
  const sending = useMutation({ mutationFn: send, onSuccess: onSent });
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit((order) => sending.mutate(order))(event)}>
      {sending.error !== null && <Alert kind="bad">{problemText(sending.error)}</Alert>}
      <FormField label={t.customer} hint={t.warning} error={errors.customer?.message}>
        {(wiring) => <Input {...wiring} autoComplete="off" {...register('customer')} />}
      </FormField>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormField label={t.value(currency)} error={errors.value?.message}>
          {(wiring) => <Input {...wiring} inputMode="decimal" {...register('value')} />}
        </FormField>
        <FormField label={t.days} hint={t.daysHint} error={errors.days?.message}>
          {(wiring) => <Input {...wiring} inputMode="numeric" {...register('days')} />}
        </FormField>
      </div>
      <Button type="submit" className="justify-self-start" busy={sending.isPending}>
        {t.send}
      </Button>
    </form>
  );
}
