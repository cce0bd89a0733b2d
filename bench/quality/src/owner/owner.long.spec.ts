import {
  DEFAULT_BANDS,
  explain,
  featuresOf,
  fitModel,
  nextOrder,
  scoreCustomer,
  type Features,
  type OrderFacts,
  type Reason,
} from '#libs/scoring';
import { describeWithLogs, orderLogPath } from '../../../../libs/scoring/test-data/order-logs.js';
import { simulatedLog } from '../logs/peculiar-logs.js';
import { readShopLog, type ShopLog } from '../logs/read-shop-log.js';
import { PECULIAR_SHOPS } from '../shops/peculiar-shops.js';
import { evaluateOwner } from './evaluate-owner.js';
import type { Count, OwnerFindings } from './owner-findings.js';
import { sentenceFaults } from './sentence-faults.js';

const SIMULATED = ['by the book', 'grocery', 'subscriptions', 'tiny'];
function findingsOf(shop: ShopLog, horizonDays = 60): OwnerFindings {
  const findings = evaluateOwner(shop, { horizons: [horizonDays], cutoffs: 1, seed: 1 });
  if (findings === null) throw new Error('the log is long enough');
  return findings;
}

const share = ({ held, of }: Count): number => (of === 0 ? 1 : held / of);

function expectReasonsToHold({ reasons }: OwnerFindings): void {
  expect(share(reasons.atRiskRaised)).toBeGreaterThanOrEqual(0.99);
  expect(share(reasons.lowLowered)).toBeGreaterThanOrEqual(0.99);
  expect(share(reasons.overdueNeverLowers)).toBe(1);
  expect(reasons.sentences).toBeGreaterThan(30);
  expect(reasons.faults).toEqual([]);
}

describe.each(SIMULATED)('the owner of the simulated shop "%s"', (name) => {
  const findings = findingsOf(
    simulatedLog(
      PECULIAR_SHOPS.find((shop) => shop.name === name)!,
      1,
    ),
  );

  it('reads reasons of the sign of the label, with the numbers of the order log', () => {
    expectReasonsToHold(findings);
  });

  it('reads an expected revenue near the actual one', () => {
    const { deciles } = findings.money!;
    const [expected, actual] = (['expected', 'actual'] as const).map((amount) => deciles.reduce((sum, each) => sum + each[amount], 0));
    expect(expected! / actual!).toBeGreaterThan(0.6);
    expect(expected! / actual!).toBeLessThan(1.6);
  });
});

/** The logs that the evaluation uses. The horizon of each is the one that the service would choose, up to 90 days. */
const LOGS = [
  ['cdnow.csv.gz', 60],
  ['uci_online_retail.csv', 60],
  ['grocery_elog.csv', 30],
  ['edible_grocery_panel.csv.gz', 60],
  ['apparel_sim.csv', 90],
] as const;

describeWithLogs('the owner of a shop with a log', () => {
  it.each(LOGS)('reads reasons of the sign of the label, with the numbers of the log: %s', async (file, horizonDays) => {
    const findings = findingsOf(await readShopLog(orderLogPath(file)), horizonDays);
    expectReasonsToHold(findings);
    if (findings.money === null) return;
    const { atRisk, weighted } = findings.money;
    expect(atRisk.ordered).toBeGreaterThan(weighted.ordered);
    expect(atRisk.longSilent).toBeLessThan(0.2);
  }, 120_000); // prettier-ignore
});

describe('a sentence with a fault', () => {
  const DAY_MS = 86_400_000;
  const TODAY = 20_000;
  const features: Features = featuresOf(
    [TODAY - 90, TODAY - 60, TODAY - 40].map((day): OrderFacts => ({
      placedAtMs: day * DAY_MS, amount: 500_000, refunded: 0, refundedAtMs: null, fullyRefunded: false, cancelled: false, test: false, foreign: false,
    })),
    { firstSeenMs: 0 },
    TODAY * DAY_MS,
  ); // prettier-ignore
  const silence = (text: string, effect = 1): Reason => ({ factor: 'silence', value: 40, typical: 25, effect, text });

  it.each([
    ['a wrong number', silence('No order for 41 days. This customer usually orders every 25 days.'), 'silence is 40'],
    ['a wrong gap', silence('No order for 40 days. This customer usually orders every 26 days.'), 'ownGap is 25'],
    ['no number', silence('No order for a while.'), 'no number of the customer'],
    ['an impossible comparison', silence('No order for 40 days. This customer usually orders every 25 days; four in five such customers would have ordered within 44 days.'), 'does not hold'],
    ['no delay of a customer who is late', silence('Ordered 40 days ago and usually orders every 25 days: hardly late yet.', -1), 'the customer is late'],
    ['an overdue silence that lowers', silence('Ordered 40 days ago and usually orders every 25 days: hardly late yet.', -1), 'an overdue silence lowers'],
  ])('is found: %s', (_what, reason, fault) => {
    expect(sentenceFaults(reason, { features, next: null, scored: { lateSinceDay: TODAY - 15 } }, TODAY).join(' ')).toContain(fault);
  }); // prettier-ignore

  it('is not found among those of the service', () => {
    const shop = simulatedLog(PECULIAR_SHOPS.at(-1)!, 1);
    const model = fitModel(shop.history, { today: shop.span.last, horizonDays: 60, bands: DEFAULT_BANDS, seed: 1 });
    const answer = { features, next: nextOrder(features, model), scored: scoreCustomer(features, model)! };
    expect(explain(features, model).flatMap((reason) => sentenceFaults(reason, answer, TODAY))).toEqual([]);
  });
});
