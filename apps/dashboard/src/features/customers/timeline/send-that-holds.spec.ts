import type { CampaignEntryDto } from '../../../api/schema';
import type { TimelineEntry } from './sentences';
import { sendThatHolds } from './send-that-holds';

const NOW = new Date('2026-11-25T09:00:00.000Z');
const send = (at: string, fields: Partial<CampaignEntryDto> = {}): TimelineEntry => ({
  kind: 'campaign', at: `${at}T09:00:00.000Z`, campaign_id: 'c', campaign_name: 'Win back', send_id: 's', channel: 'download', holdout: false, delivery_status: 'success', window_days: 30,
  ordered: null, ...fields,
}); // prettier-ignore

describe('A send that holds', () => {
  it.each([
    ['a contact whose window is open', [send('2026-11-01')], 'contacted'],
    ['a contact of the last two weeks', [send('2026-11-12', { window_days: 7 })], 'contacted'],
    ['a list that waits', [send('2026-11-01', { delivery_status: 'pending' })], 'waits'],
    ['a control group until its window is over', [send('2026-10-27', { holdout: true, delivery_status: null })], 'control'],
    ['the one before a send that was given up', [send('2026-11-24', { delivery_status: 'dead_letter' }), send('2026-11-20')], 'contacted'],
  ])('is %s', (_, entries, kind) => expect(sendThatHolds(entries, NOW)?.kind).toBe(kind));

  it.each([
    ['long ago', [send('2026-10-20')]],
    ['a control group whose window is over', [send('2026-10-25', { holdout: true, delivery_status: null })]],
    ['no send', []],
  ])('is not: %s', (_, entries) => expect(sendThatHolds(entries, NOW)).toBeNull());
});
