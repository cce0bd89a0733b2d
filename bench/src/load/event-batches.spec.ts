import { EventBatches } from './event-batches.js';

const plan = { seed: 1, customers: 50, eventsPerBatch: 20, now: new Date('2026-01-02T03:04:05Z') };

interface Sent {
  readonly event_id: string;
  readonly customer_id: string;
  readonly occurred_at: string;
}
const eventsOf = (body: string): Sent[] => (JSON.parse(body) as { events: Sent[] }).events;

describe('batches of generated orders', () => {
  it('are the same for the same seed and differ for another', () => {
    const [one, again, other] = [1, 1, 2].map((seed) => new EventBatches({ ...plan, seed }).next());
    expect(one).toBe(again);
    expect(one).not.toBe(other);
  });

  it('never repeat an event id, within a seed or across seeds', () => {
    const ids = [1, 2, 3].flatMap((seed) => {
      const batches = new EventBatches({ ...plan, seed });
      return Array.from({ length: 100 }, () => eventsOf(batches.next())).flat();
    });
    expect(new Set(ids.map((event) => event.event_id)).size).toBe(3 * 100 * 20);
  });

  it('contain events of the requested customers, and keep the size of the batch', () => {
    const events = eventsOf(new EventBatches(plan).next(['probe-a', 'probe-b']));
    expect(events).toHaveLength(20);
    expect(events.slice(0, 2).map((event) => event.customer_id)).toEqual(['probe-a', 'probe-b']);
  });

  it('contain events of the last hour, never of the future', () => {
    for (const { occurred_at: at } of eventsOf(new EventBatches(plan).next())) {
      expect(plan.now.getTime() - Date.parse(at)).toBeGreaterThanOrEqual(0);
      expect(plan.now.getTime() - Date.parse(at)).toBeLessThan(3_600_000);
    }
  });
});
