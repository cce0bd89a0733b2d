import { shopFormat } from '../../format/shop-format';
import { detailTexts } from './audit-details';
import { actionsOf, KIND_OPTIONS } from './audit-kinds';
import { auditText } from './text';

const said = (details: Record<string, unknown>) =>
  detailTexts(details, {
    emailOf: (id) => (id === 'u-1' ? 'ada@example.com' : undefined),
    dateTime: (instant) => `day ${instant.slice(0, 10)}`,
  });

describe('The details of an entry in the audit log', () => {
  it('are plain words, not the names of fields', () => {
    expect(said({ fields: ['horizon_days', 'label_thresholds'] })).toEqual(['Changed: horizon, label thresholds']);
    expect(said({ fields: 'name,rateLimitPerMinute' })).toEqual(['Changed: name, requests a minute']);
    expect(said({ user_id: 'u-1', role: 'viewer' })).toEqual(['Person: ada@example.com', 'Role: viewer']);
    expect(said({ statuses: ['dead_letter', 'failed'], queued: 4 })).toEqual([
      'Deliveries that are: Given up, Trying again',
      'Deliveries: 4',
    ]);
    expect(said({ reason: 'no_success_for_5_days', host: 'shop.example.com' })).toEqual([
      'Reason: no message arrived for five days',
      'Server: shop.example.com',
    ]);
    expect(said({ deletes_at: '2026-12-20T03:00:00.000Z' })).toEqual(['Day of the deletion: day 2026-12-20']);
  });

  it('show a name that looks like an instant as it is', () => {
    const tools = { emailOf: () => undefined, dateTime: shopFormat('EUR', 'UTC').dateTime };
    expect(detailTexts({ name: '2026-99-99T00:00:00', expires_at: '2026-12-20T03:00:00.000Z' }, tools)).toEqual([
      'Name: 2026-99-99T00:00:00',
      'Ends: 20 Dec 2026, 03:00',
    ]);
  });

  it('leave out what has no value, and show what is not known yet with spaces', () => {
    expect(said({ name: 'Till', expires_at: null, some_new_thing: 'constructor' })).toEqual(['Name: Till', 'Some new thing: constructor']);
    expect(said({ constructor: 'x', role: 'constructor' })).toEqual(['Constructor: x', 'Role: constructor']);
  });
});

describe('The filters of the audit log', () => {
  it('show every action under exactly one filter besides “Everything”', () => {
    const shown = KIND_OPTIONS.filter(({ value }) => value !== 'all').flatMap(({ value }) => actionsOf(value));
    expect(shown.toSorted()).toEqual(Object.keys(auditText).toSorted());
  });
});
