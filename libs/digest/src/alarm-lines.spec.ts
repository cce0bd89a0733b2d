import type { ReturnAlarm } from '#libs/core';
import { alarmLine, alarmSentence } from './alarm-lines.js';
import { alarmMail } from './alarm-mail.js';

const ALARM: ReturnAlarm = {
  kind: 'fewer_returns',
  since: '2026-11-12',
  foundOn: '2026-11-21',
  endedOn: null,
  observed: 1214,
  expected: 1540,
  fall: 0.21,
  low: 0.12,
  high: 0.3,
};
const STOP = { page: 'https://app.example.com/stop-weekly-mail#token=t', oneClick: 'https://api.example.com/stop?token=t' };
const PLACE = { shop: 'Ada <b>Shop</b>', dashboardUrl: 'https://app.example.com', stop: STOP };

describe('the words of an alarm', () => {
  it('say what happened, since when, how sure it is, and what to do', () => {
    expect(alarmSentence(ALARM)).toBe(
      'Since about 12 Nov 2026, 21% fewer customers have come back than expected: 1,214 instead of about 1,540 (chance aside, between 12% and 30% fewer).',
    );
    expect(alarmLine(ALARM)).toContain('Look at what changed in your shop since then');
    expect(alarmLine({ ...ALARM, endedOn: '2026-12-20' })).toMatch(/This was over on 20 Dec 2026\.$/);
    expect(alarmLine(null)).toBeNull();
  });

  it('do not blame customers when no order arrives', () => {
    const silent: ReturnAlarm = { ...ALARM, kind: 'no_orders', observed: 0, expected: 45, fall: 1, low: 1, high: 1 };
    expect(alarmSentence(silent)).toBe('No orders have arrived since 12 Nov 2026; about 45 were to be expected.');
    expect(alarmMail('ada@example.com', silent, PLACE)).toMatchObject({
      subject: 'No orders arrive any more',
      link: 'https://app.example.com/integrations',
    });
  });

  it('are mailed with a link that stops such mails', () => {
    const { text, html, stop } = alarmMail('ada@example.com', ALARM, PLACE);
    expect(text).toContain(`Stop the weekly mail: ${STOP.page}`);
    expect(html).toContain('Ada &lt;b&gt;Shop&lt;/b&gt;');
    expect(stop).toEqual(STOP);
  });
});
