/** Placeholder for a key that the page does not know. */
const YOUR_KEY = 'YOUR_API_KEY';

/** Returns a shell command that sends one order. */
export function orderCommand(origin: string, key: string | null, now: Date): string {
  const event = {
    event_id: 'first-order-1',
    customer_id: 'customer-1',
    event_type: 'order_completed',
    occurred_at: now.toISOString(),
    value: 49.9,
  };
  return [
    `curl ${origin}/api/v1/events \\`,
    `  -H 'X-API-Key: ${key ?? YOUR_KEY}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify({ events: [event] })}'`,
  ].join('\n');
}
