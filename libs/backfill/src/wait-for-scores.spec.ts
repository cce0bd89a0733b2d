import type { OutgoingEvent } from '#libs/order-import';
import { ServiceClient } from './service-client.js';
import { LoopbackService, quickPatience } from '../../../test/support/servers/loopback-service.js';
import { readStableSummary } from './stable-summary.js';
import { LatestCustomers, waitForScores } from './wait-for-scores.js';

const event = (customerId: string, changes: Partial<OutgoingEvent> = {}): OutgoingEvent => ({
  event_id: `e-${customerId}`,
  customer_id: customerId,
  event_type: 'order_completed',
  occurred_at: '2024-01-15T00:00:00.000Z',
  value: 5,
  ...changes,
});

describe('waiting for scores', () => {
  let service: LoopbackService;
  let client: ServiceClient;
  beforeEach(async () => {
    service = new LoopbackService();
    client = new ServiceClient({ baseUrl: await service.start(), apiKey: 'ck_live_test' }, quickPatience());
  });
  afterEach(() => service.stop());

  const minutesLater = (): (() => number) => {
    let time = 0;
    return () => (time += 20_000);
  };
  const wait = (since: Date, mayHaveNoScore = false): Promise<boolean> =>
    waitForScores(client, [{ customerId: 'c-1', since, mayHaveNoScore }], { pause: async () => undefined, now: minutesLater() });

  it('ends when the last customers have a score that includes their events', async () => {
    service.events.set('e-c-1', event('c-1'));
    service.calculatedAt = new Date();
    expect(await wait(service.calculatedAt)).toBe(true);
  });

  it('gives up when no new score comes for a minute', async () => {
    expect(await wait(new Date())).toBe(false);
    service.events.set('e-c-1', event('c-1'));
    expect(await wait(new Date(Date.now() + 3_600_000))).toBe(false);
  });

  it('does not wait for the score of a customer whose only order was refunded', async () => {
    service.unscored.add('c-1');
    service.events.set('e-c-1', event('c-1'));
    expect(await wait(new Date(), true)).toBe(true);
    expect(await wait(new Date(), false)).toBe(false);
  });

  it('reads the summary again until no score changes', async () => {
    service.events.set('e-c-1', event('c-1'));
    service.calculatedAt = new Date(Date.now() + 3_600_000);
    let pauses = 0;
    const rest = async (): Promise<void> => {
      pauses += 1;
      if (pauses === 3) service.calculatedAt = new Date(0);
    };
    const { summary, isStable } = await readStableSummary(client, [], rest);
    expect(isStable).toBe(true);
    expect(pauses).toBe(3);
    expect(summary.newestScoreAt).toEqual(new Date(0));
    service.calculatedAt = new Date(Date.now() + 3_600_000);
    expect((await readStableSummary(client, [], async () => undefined)).isStable).toBe(false);
  });

  it('reads the summary again until all scores come from the newly fitted model', async () => {
    service.events.set('e-c-1', event('c-1'));
    service.calculatedAt = new Date(1000);
    let pauses = 0;
    const rest = async (): Promise<void> => {
      pauses += 1;
      service.calculatedAt = new Date(3000);
    };
    expect((await readStableSummary(client, [], rest, new Date(2000))).summary.newestScoreAt).toEqual(new Date(3000));
    expect(pauses).toBe(2);
  });

  it('watches the last eight customers, each since their last event', () => {
    const latest = new LatestCustomers();
    const [early, late] = [new Date(1000), new Date(2000)];
    latest.remember(
      Array.from({ length: 20 }, (_, index) => event(`c-${index}`)),
      early,
    );
    latest.remember([event('c-15', { event_type: 'order_refunded' })], late);
    expect(latest.remembered()).toHaveLength(8);
    expect(latest.remembered().at(-1)).toEqual({ customerId: 'c-15', since: late, mayHaveNoScore: true });
  });

  it('expects no score of a customer whose only order was refunded in full', () => {
    const latest = new LatestCustomers();
    const refunded = (total: number): OutgoingEvent =>
      event(`c-${total}`, { value: 20, data: { order_id: `o-${total}`, refunded_total: total } });
    latest.remember([refunded(20), refunded(19)], new Date(1000));
    expect(latest.remembered().map(({ mayHaveNoScore }) => mayHaveNoScore)).toEqual([true, false]);
  });
});
