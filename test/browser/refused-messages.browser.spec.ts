import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { remember } from '../support/people/mailed-secrets.js';
import { merchantOf } from '../support/people/merchant.js';
import type { Person } from '../support/people/person.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { hmac } from '../support/storefront/connected-shop.js';

describeInBrowser('The integrations page of a WooCommerce shop', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  const sendLegacy = async ({ tenantId }: Person, secret: string, id: number): Promise<void> => {
    const body = JSON.stringify({ order: { id, status: 'processing', total: '79.87', customer_id: 2 } });
    const { status } = await fetch(`${system.api.url}/webhooks/storefront/t/${tenantId}/orders`, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        'X-WC-Webhook-Topic': 'order.created',
        'X-WC-Webhook-Signature': hmac(secret, body),
      },
    });
    expect(status).toBe(202);
  };

  it.each(['phone', 'desk'] as const)(
    'names the version that its webhooks need, also before a first usable one, on a %s',
    async (width) => {
      const { owner } = await merchantOf(system);
      const { body } = await owner.post('/integrations/storefront/woocommerce', { shop: 'https://woo.example.com' }).expect(201);
      const { secret } = body as { secret: string };
      remember(secret);
      for (const id of [645, 646]) await sendLegacy(owner, secret, id);

      const page = await browser.visit('/integrations', { as: owner, width });
      const note = page.getByRole('alert').filter({ hasText: 'Your shop sent messages that we could not use' });
      await note.getByText('“WP REST API Integration v3”').waitFor();
      expect(await note.innerText()).toMatch(
        /choose it in your shop, in WooCommerce, Settings, Advanced, Webhooks\. 2 messages, the last one /,
      );
      await expectAccessible(page);
      const width0 = await page.evaluate('innerWidth');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(Number(width0));
    },
  );
});
