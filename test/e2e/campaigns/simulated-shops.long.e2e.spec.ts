import {
  ALL_CUSTOMERS,
  countCampaign,
  countOverall,
  differenceOfRates,
  type GroupRow,
  powerOf,
  type Returned,
  verdictOf,
} from '#libs/campaigns';
import { dayOf, type SimulatedCampaign, SimulatedShops } from '../../support/campaigns/simulated-shops.js';

// They overlap: windows of 60 days, audiences of those who have not come back yet, the most valuable first.
const CAMPAIGNS: readonly SimulatedCampaign[] = [
  { day: 0, holdoutPercent: 30, cooldownDays: 14, maxRecipients: null },
  { day: 8, holdoutPercent: 30, cooldownDays: 7, maxRecipients: 50 },
  { day: 22, holdoutPercent: 40, cooldownDays: 10, maxRecipients: null },
  { day: 30, holdoutPercent: 50, cooldownDays: 3, maxRecipients: 60 },
  { day: 44, holdoutPercent: 30, cooldownDays: 14, maxRecipients: null },
];
const END = dayOf(120);

type Groups = readonly [treated: Returned, holdout: Returned];
type Row = Pick<GroupRow, 'holdout' | 'n' | 'returned'>;

const groupsOf = (rows: readonly Row[]): Groups => {
  const groupOf = (holdout: boolean): Returned => {
    const group = rows.filter((row) => row.holdout === holdout);
    return { n: group.reduce((sum, row) => sum + row.n, 0), returned: group.reduce((sum, row) => sum + row.returned, 0) };
  };
  return [groupOf(false), groupOf(true)];
};

/** The share of the experiments with a 95 % interval that contains zero, and their mean difference. */
function coverageOf(experiments: readonly Groups[]): { covered: number; mean: number; count: number } {
  const found = experiments.map((groups) => differenceOfRates(...groups)).filter((difference) => difference !== null);
  const covered = found.filter(({ ci95: [low, high] }) => low <= 0 && high >= 0).length / found.length;
  return { covered, mean: found.reduce((sum, { value }) => sum + value, 0) / found.length, count: found.length };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The share of a group that another campaign chose, over all shops. */
const cutShare = (rows: readonly GroupRow[], holdout: boolean): number => {
  const group = rows.filter((row) => row.holdout === holdout);
  return sum(group.map((row) => row.contaminated)) / sum(group.map((row) => row.n));
};

const pooled = (results: readonly Groups[]): Groups => {
  const all = (i: 0 | 1): Returned => ({
    n: sum(results.map((groups) => groups[i].n)),
    returned: sum(results.map((groups) => groups[i].returned)),
  });
  return [all(0), all(1)];
};

describe('a thousand simulated shops with five overlapping campaigns', () => {
  it('that change nothing: the 95 % interval contains zero in 93 to 97 of 100 results', async () => {
    const shops = await SimulatedShops.open(1, 1000, 150, 0.012);
    try {
      const campaigns: string[][] = [];
      for (const campaign of CAMPAIGNS) campaigns.push(await shops.send(campaign));
      const results: Groups[] = [];
      for (const [nr, ids] of campaigns.entries()) {
        const rows = (await shops.read((db, shop) => countCampaign(db, ids[shop] ?? '', ALL_CUSTOMERS, END))).map(({ groups }) => groups);
        const cut = [false, true].map((holdout) => cutShare(rows.flat(), holdout));
        const { covered, mean } = coverageOf(rows.map(groupsOf));
        // The cut is frequent here, and it hits both groups alike.
        expect(cut[0]).toBeGreaterThan(nr < 3 ? 0.3 : -1);
        expect(Math.abs((cut[0] ?? 0) - (cut[1] ?? 0))).toBeLessThan(0.015);
        expect([nr, covered > 0.925, covered < 0.975, Math.abs(mean) < 0.015]).toEqual([nr, true, true, true]);
        results.push(...rows.map(groupsOf));
      }
      expect(results).toHaveLength(5000);
      const all = coverageOf(results);
      const overall = coverageOf((await shops.read((db) => countOverall(db, ALL_CUSTOMERS, END))).map(groupsOf));
      for (const { covered, mean } of [all, overall]) {
        expect(covered).toBeGreaterThanOrEqual(0.93);
        expect(covered).toBeLessThanOrEqual(0.97);
        expect(Math.abs(mean)).toBeLessThan(0.006);
      }
    } finally {
      await shops.close();
    }
  }, 240_000);

  it('of which the first brings 5 points: it is found with the power that the service states, 80 %', async () => {
    const shops = await SimulatedShops.open(2, 200, 690, 0.0009);
    try {
      const ids = await shops.send({ day: 0, holdoutPercent: 50, cooldownDays: 14, maxRecipients: null }, 0.051);
      for (const campaign of CAMPAIGNS.slice(1)) await shops.send(campaign);
      const results = (await shops.read((db, shop) => countCampaign(db, ids[shop] ?? '', ALL_CUSTOMERS, END))).map(({ groups }) =>
        groupsOf(groups),
      );
      const everybody = pooled(results);
      const power = powerOf(everybody, { treated: everybody[0].n / results.length, holdout: everybody[1].n / results.length });
      const found = results.filter((groups) => verdictOf(...groups) === 'helps').length / results.length;
      expect(differenceOfRates(...everybody)?.value).toBeCloseTo(0.05, 2);
      expect(power?.detectable).toBeCloseTo(0.05, 2);
      expect(found).toBeGreaterThan(0.73);
      expect(found).toBeLessThan(0.87);
    } finally {
      await shops.close();
    }
  }, 240_000);
});
