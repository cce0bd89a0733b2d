import { TEST_CUSTOMER } from '../../../shared/test-order/test-customer';

/** Placeholder for a key that the page does not know. */
const YOUR_KEY = 'YOUR_API_KEY';

const testOrder = (now: Date): object => ({
  event_id: 'test-order-1',
  customer_id: TEST_CUSTOMER,
  event_type: 'order_completed',
  occurred_at: now.toISOString(),
  value: 49.9,
});

/** Returns a shell command that sends one order of the test customer. */
export function orderCommand(origin: string, key: string | null, now: Date): string {
  return [
    `curl ${origin}/api/v1/events \\`,
    `  -H 'X-API-Key: ${key ?? YOUR_KEY}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify({ events: [testOrder(now)] })}'`,
  ].join('\n');
}

/** Returns a program that sends the same order with the client library. */
export function orderProgram(origin: string, key: string | null, now: Date): string {
  return [
    `import { ChurnClient } from '@churn-scoring/client';`,
    ``,
    `const client = new ChurnClient({ baseUrl: '${origin}/api/v1', apiKey: '${key ?? YOUR_KEY}' });`,
    `const { results } = await client.sendEvents([`,
    `  ${JSON.stringify(testOrder(now), null, 2).replaceAll('\n', '\n  ')},`,
    `]);`,
    `console.log(results);`,
  ].join('\n');
}
