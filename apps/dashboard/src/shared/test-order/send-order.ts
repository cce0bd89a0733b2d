import { answerOf, api } from '../../api/client';

export interface Order {
  readonly customer: string;
  readonly value: number;
  readonly occurredAt: Date;
}

/** Sends an order by the session of the person, as a server would with a key. @returns the id of the event */
export async function sendOrder({ customer, value, occurredAt }: Order): Promise<string> {
  const eventId = `try-${crypto.randomUUID()}`;
  const event = {
    event_id: eventId,
    customer_id: customer,
    event_type: 'order_completed' as const,
    occurred_at: occurredAt.toISOString(),
    value,
  };
  await answerOf(api.POST('/dashboard/events', { body: { events: [event] } }));
  return eventId;
}
