import { CONTACT_CELLS, type ContactEffects, learnContactEffects, type Stratum } from '#libs/campaigns';
import { fitLogistic, linearLogits, SeededRandom } from '#libs/scoring';
import { cellAt } from './cell-at.js';
import { CONTACTED, type ContactedResult, simulateContactedShops } from './contacted-shops.js';
import { qiniOf, spreadOfRuns } from './qini.js';
import type { Mailed } from './read-mail-test.js';
import { PLANTED, type Planted, simulateContacts, type SimulatedResult } from './simulated-contacts.js';

/** Mean and standard deviation of the Qini of a ranking, over the halves. */
export interface Achieved {
  readonly mean: number;
  readonly deviation: number;
}

export interface ContactResult {
  readonly mail: string;
  readonly outcome: string;
  /** Qini of each ranking. */
  readonly rankings: Readonly<Record<Ranking, Achieved>>;
}

export interface ContactFindings {
  readonly results: readonly ContactResult[];
  /** Divisions of the customers without a mail as if half of them had got one, and those in which a group was reported as helped. */
  readonly falseGroups: { readonly runs: number; readonly helped: number };
  readonly simulated: { readonly shops: number; readonly size: number; readonly results: readonly SimulatedResult[] };
  readonly contacted: { readonly shops: number; readonly customers: number; readonly results: readonly ContactedResult[] };
}

export const RANKINGS = ['random', 'churn score', 'money', 'contact value without groups', 'contact value'] as const;
export type Ranking = (typeof RANKINGS)[number];

interface Outcome {
  readonly name: string;
  /** Returns whether the customer counts as returned. */
  readonly happened: (customer: Mailed) => boolean;
  readonly gain: (customer: Mailed) => number;
  /** Revenue of a customer who returns, by what is known before. */
  readonly worth: (customer: Mailed) => number;
}

const OUTCOMES: readonly Outcome[] = [
  { name: 'visit', happened: ({ visited }) => visited, gain: ({ visited }) => Number(visited), worth: () => 1 },
  { name: 'spend', happened: ({ ordered }) => ordered, gain: ({ revenue }) => revenue, worth: ({ spent }) => spent },
];
const MAILS = ['womens', 'mens'] as const;

/** Groups of customers: what they bought, and where. */
const GROUPS: readonly { readonly kind: string; readonly has: (customer: Mailed) => boolean }[] = [
  { kind: 'category', has: ({ boughtMens }) => boughtMens },
  { kind: 'category', has: ({ boughtWomens }) => boughtWomens },
  { kind: 'channel', has: ({ channel }) => channel === 'Web' },
  { kind: 'channel', has: ({ channel }) => channel === 'Phone' },
  { kind: 'trait', has: ({ isNew }) => isNew },
];
const KINDS = GROUPS.map(({ kind }) => kind);

/** Evaluates the test: ranks each half of the customers by what the other half teaches, for several divisions. */
export function evaluateContacts(
  customers: readonly Mailed[],
  { seed, splits, falseRuns, shops, contactedShops }: ContactPlan,
): ContactFindings {
  const results = MAILS.flatMap((mail) =>
    OUTCOMES.map((outcome) => {
      const random = new SeededRandom(seed);
      const audience = customers.filter((each) => each.mail === mail || each.mail === 'none');
      const runs = Array.from({ length: splits }, () => halvesOf(audience, random)).flatMap(([a, b]) => [
        qinisOf(a, b, outcome, random),
        qinisOf(b, a, outcome, random),
      ]);
      const rankings = Object.fromEntries(RANKINGS.map((name) => [name, spreadOfRuns(runs.map((run) => run[name]))]));
      return { mail, outcome: outcome.name, rankings: rankings as Record<Ranking, Achieved> };
    }),
  );
  const plan = { shops, size: SIMULATED_SIZE, seed };
  const simulated = (Object.keys(PLANTED) as Planted[]).map((planted) => simulateContacts(planted, plan));
  const contacted = (contactedShops === 0 ? [] : CONTACTED).map((campaign) =>
    simulateContactedShops({ ...campaign, customers: CONTACTED_SIZE }, { shops: contactedShops, seed }),
  );
  return {
    results,
    falseGroups: falseGroupsOf(customers, seed, falseRuns),
    simulated: { ...plan, results: simulated },
    contacted: { shops: contactedShops, customers: CONTACTED_SIZE, results: contacted },
  };
}

export interface ContactPlan {
  readonly seed: number;
  /** Number of divisions into halves. */
  readonly splits: number;
  /** Number of divisions of the customers without a mail as if half of them had got one. */
  readonly falseRuns: number;
  /** Number of simulated shops of each kind. */
  readonly shops: number;
  /** Number of simulated shops with each kind of campaign, in which the score is evaluated. */
  readonly contactedShops: number;
}

/** Number of customers that the campaigns of a simulated shop choose. */
const SIMULATED_SIZE = 20_000;
/** Number of customers of a simulated shop in which the score is evaluated. */
const CONTACTED_SIZE = 4000;

function qinisOf(train: readonly Mailed[], test: readonly Mailed[], outcome: Outcome, random: SeededRandom): Record<Ranking, number> {
  const score = churnModel(train, outcome);
  const strata = strataOf(train, outcome, score, ({ mail }) => mail === 'none');
  const plain = learnContactEffects(
    strata.map((stratum) => ({ ...stratum, groups: 0 })),
    CONTACT_CELLS,
  );
  const grouped = learnContactEffects(strata, CONTACT_CELLS, KINDS);
  const valueBy =
    ({ cells }: ContactEffects, groups: (customer: Mailed) => number) =>
    (customer: Mailed) => {
      const chance = score(customer);
      const effect = cells[cellOf(customer, chance) + CONTACT_CELLS * groups(customer)]?.effect ?? Number.NaN;
      return effect * chance * (1 - chance) * outcome.worth(customer);
    };
  const ranks: Record<Ranking, (customer: Mailed) => number> = {
    random: () => 0,
    'churn score': score,
    money: ({ spent }) => spent,
    'contact value without groups': valueBy(plain, () => 0),
    'contact value': valueBy(grouped, groupsOf),
  };
  const shuffled = shuffle(test, random);
  const qini = (rank: (customer: Mailed) => number): number =>
    qiniOf(shuffled.map((each) => ({ isContacted: each.mail !== 'none', outcome: outcome.gain(each), rank: rank(each) })));
  return Object.fromEntries(RANKINGS.map((name) => [name, qini(ranks[name])])) as Record<Ranking, number>;
}

const featuresOf = (each: Mailed): number[] => [
  each.recency / 12,
  Math.log(each.spent) / 5,
  Number(each.isNew),
  Number(each.channel === 'Web'),
  Number(each.channel === 'Phone'),
];

/** Fits the chance that a customer without a mail stays away, on what shops know without items. */
function churnModel(train: readonly Mailed[], { happened }: Outcome): (customer: Mailed) => number {
  const known = train.filter(({ mail }) => mail === 'none');
  const rows = {
    columnCount: 5,
    features: Float64Array.from(known.flatMap(featuresOf)),
    label: Uint8Array.from(known, (each) => (happened(each) ? 0 : 1)),
  };
  const { intercept, coefficients } = fitLogistic(rows, 1);
  return (customer) => {
    const out = new Float64Array(1);
    linearLogits(Float64Array.from(featuresOf(customer)), intercept, coefficients, out);
    return 1 / (1 + Math.exp(-(out[0] ?? 0)));
  };
}

/** Divides customers as `customers.contact_cell` does. The test knows months and money where the service knows lateness and orders. */
function cellOf({ recency, spent }: Mailed, score: number): number {
  const silence = recency <= 3 ? 0 : recency <= 7 ? 1 : 2;
  return cellAt({ score, silence, orders: spent < 100 ? 0 : spent < 350 ? 1 : 2 });
}

const groupsOf = (customer: Mailed): number => GROUPS.reduce((sum, { has }, group) => sum + (has(customer) ? 2 ** group : 0), 0);

/** Counts customers as the results of campaigns do. */
function strataOf(
  customers: readonly Mailed[],
  { happened }: Outcome,
  score: (customer: Mailed) => number,
  isHoldout: (customer: Mailed) => boolean,
): Stratum[] {
  const strata = new Map<string, Stratum>();
  for (const customer of customers) {
    const chance = score(customer);
    const [cell, groups, holdout] = [cellOf(customer, chance), groupsOf(customer), isHoldout(customer)];
    const key = `${cell} ${groups} ${holdout}`;
    const { n, returned, slope } = strata.get(key) ?? { n: 0, returned: 0, slope: 0 };
    strata.set(key, {
      campaign_id: 'mail',
      cell,
      groups,
      holdout,
      n: n + 1,
      returned: returned + Number(happened(customer)),
      slope: slope + chance * (1 - chance),
    });
  }
  return [...strata.values()];
}

/** Divides the customers without a mail as if half of them had got one, and counts the runs that report a group as helped. */
function falseGroupsOf(customers: readonly Mailed[], seed: number, runs: number): { runs: number; helped: number } {
  const control = customers.filter(({ mail }) => mail === 'none');
  const [visits] = OUTCOMES;
  if (visits === undefined) throw new Error('no outcome');
  const score = churnModel(control, visits);
  let helped = 0;
  for (let run = 0; run < runs; run += 1) {
    const random = new SeededRandom(seed, run);
    const isHoldout = new Map(control.map((customer) => [customer, random.chance(0.5)]));
    const { groups } = learnContactEffects(
      strataOf(control, visits, score, (customer) => isHoldout.get(customer) === true),
      CONTACT_CELLS,
      KINDS,
    );
    if (groups.some(({ low }) => low > 0)) helped += 1;
  }
  return { runs, helped };
}

function halvesOf(customers: readonly Mailed[], random: SeededRandom): [Mailed[], Mailed[]] {
  const shuffled = shuffle(customers, random);
  const middle = Math.floor(shuffled.length / 2);
  return [shuffled.slice(0, middle), shuffled.slice(middle)];
}

function shuffle(customers: readonly Mailed[], random: SeededRandom): Mailed[] {
  const keys = new Map(customers.map((customer) => [customer, random.unit()]));
  return customers.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
}
