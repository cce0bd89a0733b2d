import { invitationMail, resetMail, webhookDisabledMail } from './compose-mail.js';
import { securityMail } from './security-mail.js';

const LINK = 'https://app.example.com/reset-password#token=abc&x=1';

describe('a mail', () => {
  it('leads to the same place as text and as HTML', () => {
    const mail = resetMail('ada@example.com', LINK);
    expect(mail.text).toContain(LINK);
    expect(mail.html).toContain(`href="${LINK.replace('&', '&amp;')}"`);
    expect(mail.link).toBe(LINK);
  });

  it('shows the name of a company as a name, whatever it looks like', () => {
    const { html } = invitationMail('ada@example.com', {
      company: `<img src=x onerror="alert(1)"> & 'Co'`,
      by: 'grace@example.com',
      role: 'member',
      link: LINK,
    });
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;Co&#39;');
    expect(html).not.toContain('<img');
  });

  it('of an invitation says who invites, and to which role', () => {
    const { text } = invitationMail('ada@example.com', { company: 'Co', by: 'grace@example.com', role: 'owner', link: LINK });
    expect(text).toMatch(/^grace@example\.com invites you to the account of Co [^]* as an owner/);
  });

  it('has one layout, with the brand and both themes', () => {
    const { html } = resetMail('ada@example.com', LINK);
    expect(html).toContain('Churn Scoring Service</td>');
    expect(html).toContain('content="light dark"');
    expect(html).toContain('prefers-color-scheme: dark');
    // Mail programs load nothing without asking, and some count it as a sign of spam.
    expect(html).not.toMatch(/<img|url\(|<script/);
  });

  it('that tells of a new password leads nowhere, so that nobody learns to follow such links', () => {
    const mail = securityMail('ada@example.com', { kind: 'password_changed', about: 'ada@example.com' });
    expect(mail.link).toBeNull();
    expect(mail.html).not.toContain('href');
  });

  it('about a webhook that was switched off says why, and what to do about it', () => {
    const own = webhookDisabledMail('ada@example.com', { host: 'shop.example', reason: 'gone', isEndpoint: true });
    expect(own.subject).toBe('Webhooks to shop.example have been switched off');
    expect(own.text).toMatch(/410 Gone[^]*switch the webhook on in the settings/);
    const other = webhookDisabledMail('ada@example.com', { host: 'shop.example', reason: 'no_success_for_5_days', isEndpoint: false });
    expect(other.text).toMatch(/five days[^]*address of the campaign anew/);
  });
});
