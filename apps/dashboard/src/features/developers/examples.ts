/** Placeholder for the key, which the dashboard does not know. */
const YOUR_KEY = 'YOUR_API_KEY';

export type Language = 'curl' | 'node' | 'python';

/** Returns a program that sends one order. It works as it is after the reader enters the key. */
export function exampleOf(language: Language, { baseUrl, key, now }: { baseUrl: string; key: string | null; now: Date }): string {
  const event = {
    event_id: 'order-1001',
    customer_id: 'customer-1',
    event_type: 'order_completed',
    occurred_at: now.toISOString(),
    value: 49.9,
    data: { order_id: '1001' },
  };
  return WRITERS[language]({ baseUrl, key: key ?? YOUR_KEY, event });
}

interface Parts {
  readonly baseUrl: string;
  readonly key: string;
  readonly event: object;
}

const indented = (value: object, by: number): string => JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`);

const WRITERS: Record<Language, (parts: Parts) => string> = {
  curl: ({ baseUrl, key, event }) =>
    [
      `curl ${baseUrl}/events \\`,
      `  -H 'X-API-Key: ${key}' \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '${JSON.stringify({ events: [event] })}'`,
    ].join('\n'),
  node: ({ baseUrl, key, event }) =>
    [
      `const answer = await fetch('${baseUrl}/events', {`,
      `  method: 'POST',`,
      `  headers: { 'X-API-Key': '${key}', 'Content-Type': 'application/json' },`,
      `  body: JSON.stringify({ events: [${indented(event, 2)}] }),`,
      `});`,
      `console.log(answer.status, await answer.json());`,
    ].join('\n'),
  python: ({ baseUrl, key, event }) =>
    [
      `import json, urllib.request`,
      ``,
      `body = {"events": [${indented(event, 0)}]}`,
      `request = urllib.request.Request(`,
      `    "${baseUrl}/events",`,
      `    data=json.dumps(body).encode(),`,
      `    headers={"X-API-Key": "${key}", "Content-Type": "application/json"},`,
      `)`,
      `with urllib.request.urlopen(request) as answer:`,
      `    print(answer.status, json.load(answer))`,
    ].join('\n'),
};
