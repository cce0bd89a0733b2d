import { shopFormat } from '../../format/shop-format';
import { activityOf } from './session-activity';

const NOW = new Date('2026-11-23T12:00:00Z');
const said = (current: boolean, seen: string) => activityOf({ current, last_used_at: seen }, NOW, shopFormat('EUR', 'UTC'));

describe('When a session was active', () => {
  it('is now for this browser, however long ago its tokens were renewed', () => {
    expect(said(true, '2026-11-23T11:05:00Z')).toBe('Active now');
    expect(said(true, '2026-11-20T12:00:00Z')).toBe('Active now');
  });

  it('is never now for another one: it may have been closed since', () => {
    expect(said(false, '2026-11-23T12:00:00Z')).toBe('Active in the last hour');
    expect(said(false, '2026-11-23T11:00:01Z')).toBe('Active in the last hour');
    expect(said(false, '2026-11-23T09:00:00Z')).toBe('Last active 3 hours ago');
    expect(said(false, '2026-11-20T12:00:00Z')).toBe('Last active 3 days ago');
  });
});
