import { eventsRow, leftOut, type ReadRow } from '../rows/row-reader.js';
import type { OutgoingEvent } from '../outgoing-event.js';
import { findKnownCustomers, withKnownOrders } from './known-customers.js';

const ADDRESS = `email:${'a'.repeat(64)}`;
const event = (eventType: string, value: number): OutgoingEvent => ({
  event_id: `import:${eventType}`,
  customer_id: ADDRESS,
  event_type: eventType,
  occurred_at: '2026-03-10T00:00:00.000Z',
  value,
  data: { order_id: '1001' },
});

const ORDER: ReadRow = { line: 2, outcome: eventsRow([event('order_completed', 10)]) };
const CANCELLED: ReadRow = { line: 3, outcome: leftOut('returns with the status "cancelled"', event('order_refunded', 0)) };

describe('A return that was cancelled since an earlier file', () => {
  it.each([
    ['above', [CANCELLED, ORDER]],
    ['below', [ORDER, CANCELLED]],
  ])('gives back what that file took, where the order stands %s', async (_, rows) => {
    const client = {
      hasOrders: () => Promise.resolve(true),
      customersOf: () => Promise.resolve(new Map([['1001', 'c1']])),
      knownOf: () => Promise.resolve(new Set<string>()),
    };
    async function* read() {
      yield* rows;
    }
    const known = await findKnownCustomers(() => Promise.resolve(read()), client);
    expect(withKnownOrders(CANCELLED.outcome, known)).toMatchObject({
      kind: 'events',
      events: [{ event_type: 'order_refunded', value: 0, customer_id: 'c1' }],
    });
  });
});
