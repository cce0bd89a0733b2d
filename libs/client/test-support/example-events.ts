/** No import of the client: the client's folders use this one. */
const EXAMPLE = { event_type: 'order_completed', occurred_at: '2026-11-01T10:15:00Z' } as const;

type ExampleEvent<Fields> = { event_id: string; customer_id: string } & typeof EXAMPLE & Fields;

export const order = <Fields extends object = object>(id: string, fields?: Fields): ExampleEvent<Fields> => ({
  event_id: id,
  customer_id: 'c-1',
  ...EXAMPLE,
  ...(fields as Fields),
});

export const orders = (count: number, prefix = 'e'): ExampleEvent<object>[] =>
  Array.from({ length: count }, (_, i) => order(`${prefix}-${i}`));
