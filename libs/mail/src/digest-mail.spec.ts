import { addLine, digestMail, lineOf } from './digest-mail.js';
import { securityMail } from './security-mail.js';

describe('a digest of notices', () => {
  it('says what happened and when, one line each', () => {
    const mail = securityMail('ada@example.com', { kind: 'api_key_revoked', prefix: 'ck_live_abc', name: 'Till' });
    const line = lineOf(mail, new Date('2026-11-28T09:05:59Z'));
    expect(line).toMatch(/^09:05 UTC: Somebody has revoked the API key "Till"/);
    expect(digestMail('ada@example.com', [line], 0)).toMatchObject({ to: 'ada@example.com', subject: 'One more change in your tenant' });
  });

  it('lists the first 50 and counts the others', () => {
    let digest = digestMail('ada@example.com', ['first'], 0);
    for (let i = 0; i < 199; i += 1) digest = addLine(digest, `line ${i}`);
    expect(digest).toMatchObject({ subject: '200 more changes in your tenant', more: 150 });
    expect(digest.lines).toHaveLength(50);
    expect(digest.text).toContain('And 150 more.');
  });
});
