import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import type { ChurnSystem } from '../../support/servers/churn-system.js';
import { describeMoves, newSecretsKey, STOPPED, TwoInstallations } from '../../support/installations/two-installations.js';
import { countsOf } from '../../support/shop/every-table.js';
import { eventually } from '../../support/waiting/eventually.js';
import { lapsed } from '../../support/webhooks/webhook-shop.js';

describeMoves('the move of a tenant', () => {
  let both: TwoInstallations;
  let here: ChurnSystem;
  let there: ChurnSystem;
  let ada: Merchant;

  beforeAll(async () => {
    both = await TwoInstallations.start();
    ({ here, there } = both);
  }, 120_000);
  afterAll(() => both?.stop());
  beforeEach(async () => {
    ada = await merchantOf(here);
  });

  async function expectGoesOn(merchant: Merchant): Promise<void> {
    await both.untilRunning(merchant);
    expect(await both.stateHere(merchant.shop.tenantId)).toBeNull();
    expect((await countsOf(there.owner, merchant.shop.tenantId))['tenants']).toBe(0);
  }

  it('can be repeated after a crash, and meanwhile the tenant lives nowhere', async () => {
    const { shop, owner } = ada;
    await shop.send(...lapsed('ada'));
    await both.interruptMove(owner.tenantId);
    expect(await both.stateHere(owner.tenantId)).toBe('moving');
    expect(await both.answersHere(ada)).toEqual(STOPPED);
    expect((await both.atTarget(shop).get('/customers')).status).toBe(401);
    expect((await countsOf(there.owner, owner.tenantId))['tenants']).toBe(0);
    expect(await both.move(owner.tenantId)).toMatchObject({ state: 'moved' });
    // The target may remember for a moment that it did not know the key.
    const listed = await eventually('the customer at the target', async () => {
      const { status, body } = await both.atTarget(shop).get('/customers');
      return status === 200 ? (body as { data: unknown[] }).data : null;
    });
    expect(listed).toHaveLength(1);

    // The source looks as after a death between the commit of the target and its note here.
    await here.owner.query(`UPDATE tenant_moves SET state = 'moving' WHERE tenant_id = $1`, [owner.tenantId]);
    await expect(both.move(owner.tenantId, {}, '--cancel')).resolves.toEqual({ tenant_id: owner.tenantId, state: 'moved' });
    expect(await both.answersHere(ada)).toEqual(STOPPED);
  }, 180_000);

  it('can be cancelled after a crash', async () => {
    const { owner } = ada;
    await ada.shop.send(...lapsed('ada'));
    await both.interruptMove(owner.tenantId);
    expect(await both.move(owner.tenantId, {}, '--cancel')).toEqual({ tenant_id: owner.tenantId, state: 'cancelled' });
    await expectGoesOn(ada);
    expect((await countsOf(there.owner, owner.tenantId))['tenants']).toBe(0);
    await expect(both.move(owner.tenantId, {}, '--cancel')).rejects.toThrow('no move of this tenant was interrupted');
  }, 120_000);

  describe('is refused, and the tenant goes on', () => {
    it('when the target cannot be reached', async () => {
      await expect(both.move(ada.owner.tenantId, { TARGET_DATABASE_URL: 'postgres://churn_app@127.0.0.1:9/churn' })).rejects.toThrow(
        'cannot connect to TARGET_DATABASE_URL',
      );
      await expectGoesOn(ada);
    });

    it('without the variables of the target', async () => {
      const command = ['tenant', 'move', '--tenant', ada.owner.tenantId];
      await expect(here.admin(...command)).rejects.toThrow('TARGET_DATABASE_URL is not set');
      await expect(both.move(ada.owner.tenantId, { TARGET_SECRETS_KEY: 'nonsense' })).rejects.toThrow('TARGET_SECRETS_KEY is not usable');
      await expectGoesOn(ada);
    });

    it('when the target has another version of the schema', async () => {
      await there.owner.query(`INSERT INTO migrations (timestamp, name) VALUES (1, 'Later1')`);
      try {
        await expect(both.move(ada.owner.tenantId)).rejects.toThrow('another version of the schema');
      } finally {
        await there.owner.query(`DELETE FROM migrations WHERE name = 'Later1'`);
      }
      await expectGoesOn(ada);
    });

    it('when the target is this installation', async () => {
      await expect(both.move(ada.owner.tenantId, { TARGET_DATABASE_URL: here.databaseUrl })).rejects.toThrow(
        'the target has this tenant already',
      );
      await expectGoesOn(ada);
    });

    it('when somebody has an account of another tenant there', async () => {
      await there.registerUnverified({ email: ada.owner.email });
      await expect(both.move(ada.owner.tenantId)).rejects.toThrow(`an account of another tenant at the target: ${ada.owner.email}`);
      await expectGoesOn(ada);
    });

    it('when a secret cannot be opened', async () => {
      await here.adminWith({ SECRETS_KEY: newSecretsKey() }, 'webhook-secret', 'create', '--tenant', ada.owner.tenantId);
      await expect(both.move(ada.owner.tenantId)).rejects.toThrow(/SECRETS_KEY does not open webhook_secrets\//);
      await expectGoesOn(ada);
      expect((await countsOf(there.owner, ada.owner.tenantId))['tenants']).toBe(0);
    }, 60_000);
  });
});
