import type { CampaignDto } from '../../api/schema';
import { lastContact } from './last-contact';

const NOW = new Date('2026-11-23T09:00:00.000Z');

const campaign = (id: string, sentAt: string | null, fields: Partial<CampaignDto> = {}): CampaignDto => ({
  id,
  name: `Campaign ${id}`,
  channel: 'webhook',
  webhook_url: 'https://shop.example.com',
  status: 'draft',
  arms: [],
  hoped_effect: 0.05,
  audience: { lifecycle: ['slipping'] },
  holdout_percent: 10,
  cooldown_days: 14,
  window_days: null,
  contact_within_window: false,
  max_recipients: null,
  include_unsubscribed: false,
  schedule: null,
  trigger: null,
  next_run_at: null,
  created_at: '2026-11-01T09:00:00.000Z',
  updated_at: '2026-11-01T09:00:00.000Z',
  last_sent_at: sentAt,
  last_window_ends_at: sentAt === null ? null : new Date(Date.parse(sentAt) + 14 * 86_400_000).toISOString(),
  stats: {
    sends: 1,
    recipients: 90,
    holdout: 10,
    recipients_delivered: 90,
    recipients_undelivered: 0,
    deliveries_open: 0,
    deliveries_success: 1,
    deliveries_dead_letter: 0,
  },
  ...fields,
});

describe('The last contact with those who are slipping away', () => {
  it('is the last campaign that was sent to all of them', () => {
    const campaigns = [campaign('a', '2026-11-20T09:00:00.000Z'), campaign('b', '2026-11-22T09:00:00.000Z'), campaign('c', null)];
    expect(lastContact(campaigns, NOW)).toEqual({ id: 'b', name: 'Campaign b', sentAt: '2026-11-22T09:00:00.000Z' });
  });

  it('is a list too whose customers somebody has contacted', () => {
    const { stats } = campaign('x', null);
    const list = campaign('list', '2026-11-22T09:00:00.000Z', { channel: 'download', stats: { ...stats, deliveries_success: 0 } });
    expect(lastContact([list], NOW)?.id).toBe('list');
  });

  it('is none where the campaign went to others, did not arrive or is too long ago', () => {
    const sentAt = '2026-11-22T09:00:00.000Z';
    expect(lastContact([campaign('lost', sentAt, { audience: { lifecycle: ['lost'] } })], NOW)).toBeNull();
    const { stats } = campaign('x', sentAt);
    expect(
      lastContact([campaign('failed', sentAt, { last_window_ends_at: null, stats: { ...stats, recipients_delivered: 0 } })], NOW),
    ).toBeNull();
    expect(lastContact([campaign('old', '2026-11-09T08:00:00.000Z')], NOW)).toBeNull();
  });

  it('counts until the window of the campaign itself has passed, be it a week or three months', () => {
    const until = (id: string, sentAt: string, ends: string) => campaign(id, sentAt, { last_window_ends_at: ends });
    expect(lastContact([until('long', '2026-09-01T09:00:00.000Z', '2026-11-30T09:00:00.000Z')], NOW)?.id).toBe('long');
    expect(lastContact([until('short', '2026-11-15T09:00:00.000Z', '2026-11-22T09:00:00.000Z')], NOW)).toBeNull();
  });
});
