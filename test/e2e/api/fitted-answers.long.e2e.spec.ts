import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { eventually } from '../../support/waiting/eventually.js';
import { merchantOf, type Merchant } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import { fittedModel, importHistory, simulatedOrders } from '../../support/shop/simulated-shop.js';
import { campaignOf, sent } from '../../support/webhooks/campaign-shop.js';
import { deliverySettings } from '../../support/webhooks/webhook-shop.js';

const SCHEMES = ['key', 'jwt'] as const;
/** The file does not exist without an export; `tenant-data.e2e.spec.ts` reads it. */
const FILE_OF_EXPORT = '/tenant/export/file';
/** Parameters without which an operation has no answer. */
const REQUIRED = new Map([['/churn/changes', `?since=${daysAgo(1000)}`]]);

describe('of a tenant', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;

  beforeAll(async () => {
    system = await ChurnSystem.start({ ...deliverySettings(), FIT_MODELS: 'true', SWEEP_INTERVAL_MS: '100' });
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());

  const ask = async ({ owner, shop }: Merchant, scheme: 'key' | 'jwt', path: string): Promise<unknown> =>
    (await calls.taken(scheme === 'key' ? shop.get(path) : owner.get(path))).body;

  /** Calls every operation that reads, with the ids in its path replaced by those that exist. @returns the answers by path */
  async function readAll(merchant: Merchant, ids: Readonly<Record<string, string>>): Promise<Map<string, unknown>> {
    const answers = new Map<string, unknown>();
    for (const scheme of SCHEMES) {
      const paths = calls.document.operations
        .filter(({ method, security = [] }) => method === 'GET' && security.some((one) => scheme in one))
        .map(({ path }) => path.replace('/api/v1', ''))
        .filter((path) => path !== FILE_OF_EXPORT)
        .filter((path) => [...path.matchAll(/\{\w+\}/g)].every(([name]) => `${path} ${name}` in ids || name in ids));
      for (const path of paths)
        answers.set(
          path,
          await ask(
            merchant,
            scheme,
            path.replaceAll(/\{\w+\}/g, (name) => encodeURIComponent(ids[`${path} ${name}`] ?? ids[name] ?? '')) +
              (REQUIRED.get(path) ?? ''),
          ),
        );
    }
    return answers;
  }

  it('without data all answers are as documented', async () => {
    const answers = await readAll(await merchantOf(system), {});
    expect(answers.size).toBeGreaterThanOrEqual(28);
    expect(answers.get('/churn/analytics')).toMatchObject({ at_risk_customers: [] });
    expect(answers.get('/churn/model')).toMatchObject({ status: 'provisional', model_version: null });
  });

  it('with a fitted model, a replayed past, campaigns and traits all answers are as documented', async () => {
    const merchant = await merchantOf(system);
    const { owner, shop } = merchant;
    await system.webhookSecret(shop);
    await importHistory(shop, simulatedOrders(400));
    await fittedModel(shop);
    await eventually(
      'the replay of the past',
      async () => (await owner.get('/dashboard/churn/backtest')).body.status === 'ready' || null,
      90_000,
    );
    const campaign = await campaignOf(owner, 'http://127.0.0.1:9/nobody');
    await sent(owner, campaign);
    const { body: page } = await calls.taken(shop.get('/customers?limit=1'));
    const id = (page as { data: { external_id: string }[] }).data[0]?.external_id ?? '';
    await shop
      .call('PUT', `/customers/${encodeURIComponent(id)}/traits`)
      .send({ points: 5 })
      .expect(200);
    await shop.send(order({ customer_id: id }));
    const { job_id: job } = (await calls.taken(shop.post('/churn/recalculate', {}), 202)).body as { job_id: string };
    const delivery = await eventually('a delivery', async () => {
      const { body } = await owner.get('/settings/webhook/deliveries');
      return (body as { data: { id: string }[] }).data[0]?.id ?? null;
    });
    const customer = { '{external_id}': id, '{customer_id}': id };
    const answers = await readAll(merchant, {
      ...customer,
      '{job_id}': job,
      '/campaigns/{id} {id}': campaign,
      '/campaigns/{id}/results {id}': campaign,
      '/settings/webhook/deliveries/{id} {id}': delivery,
    });
    expect(answers.size).toBeGreaterThanOrEqual(40);
    expect(answers.get('/churn/model')).toMatchObject({ status: 'fitted', quality: expect.any(String), auc: expect.any(Number) });
    expect(answers.get('/churn/analytics')).toMatchObject({ previous_period: { avg_score: expect.any(String) } });
    expect(answers.get('/churn/backtest')).toMatchObject({ status: 'ready', named: { customers: expect.any(Number) } });
    expect(answers.get('/customers/{customer_id}/churn')).toMatchObject({
      explanation: expect.arrayContaining([expect.objectContaining({ factor: expect.any(String), text: expect.any(String) })]),
    });
    expect(answers.get('/campaigns/{id}/results')).toMatchObject({ campaign_id: campaign });
    await everyReason(shop.get.bind(shop));
  }, 180_000);

  /** The reasons of many customers name most of the factors, and the document knows each of them. */
  async function everyReason(get: (path: string) => ReturnType<Merchant['shop']['get']>): Promise<void> {
    const { body } = await calls.taken(get('/customers?limit=150'));
    const factors = new Set<string>();
    for (const { external_id: id } of (body as { data: { external_id: string }[] }).data) {
      const { body: detail } = await calls.taken(get(`/customers/${encodeURIComponent(id)}/churn`));
      for (const { factor } of (detail as { explanation: { factor: string }[] }).explanation) factors.add(factor);
    }
    expect(factors.size).toBeGreaterThanOrEqual(4);
  }
});
