import type { CampaignArm } from '#libs/core';
import type { Difference } from '../results/return-rates.js';
import type { ArmPair, ArmResult, ArmResults } from './arm-results.js';

/**
 * Says in one or two sentences what the offers of a campaign bring, compared with the cheapest one.
 * @param arms with their results
 */
export function armSummary(arms: readonly CampaignArm[], results: ArmResults): string {
  const { cheapest, other } = choosePair(arms, results);
  const { orders, net } = differenceBetween(results.pairs, other, cheapest);
  if (orders === null) return 'Too early to compare the offers: each needs 30 customers whose time to order has passed.';
  const next = results.best === null ? '' : nextWords(arms[results.best]!, results.arms[results.best]!, results.hasControl);
  const isDearer = costOf(arms, results, other) > costOf(arms, results, cheapest);
  return `${orderWords(named(arms[other]!), named(arms[cheapest]!), orders)}${moneyWords(net, isDearer)}.${results.isLoss ? LOSS : next}`;
}

const named = ({ name }: CampaignArm): string => `“${name}”`;

/** Returns the cost of an arm per customer so far. */
function costOf(arms: readonly CampaignArm[], { arms: results }: ArmResults, place: number): number {
  const { contact_cost: contact, redemption_cost: redemption } = arms[place]!;
  const { n, returned } = results[place]!.all;
  return contact + redemption * (n === 0 ? 1 : returned / n);
}

const LOSS = ' None of them pays: after its cost, each earns less than no contact.';

/** Returns the cheapest arm, and the one of the others that seems to earn most. */
function choosePair(arms: readonly CampaignArm[], results: ArmResults): { readonly cheapest: number; readonly other: number } {
  const places = arms.map((_, place) => place);
  const cheapest = places.reduce((least, place) => (costOf(arms, results, place) < costOf(arms, results, least) ? place : least));
  const differences = places.map((place) => (place === cheapest ? null : differenceBetween(results.pairs, place, cheapest)));
  const hasMoney = differences.every((difference) => difference === null || difference.net !== null);
  const gainOf = (place: number): number => {
    const difference = differences[place];
    return (hasMoney ? difference?.net : difference?.orders)?.value ?? -Infinity;
  };
  const other = places.filter((place) => place !== cheapest).reduce((best, place) => (gainOf(place) > gainOf(best) ? place : best));
  return { cheapest, other };
}

/** Returns the differences of an arm to another. */
function differenceBetween(pairs: readonly ArmPair[], arm: number, against: number): Pick<ArmPair, 'orders' | 'net'> {
  const pair = pairs.find(({ first, second }) => first === Math.min(arm, against) && second === Math.max(arm, against));
  if (pair === undefined) throw new Error('two arms have no comparison');
  return arm < against ? pair : { orders: reversed(pair.orders), net: reversed(pair.net) };
}

const reversed = (difference: Difference | null): Difference | null =>
  difference === null ? null : { value: -difference.value, ci95: [-difference.ci95[1], -difference.ci95[0]] };

const points = (rate: number): string => (Math.abs(rate) * 100).toFixed(1);

function orderWords(arm: string, cheapest: string, { value, ci95: [low, high] }: Difference): string {
  if (low > 0) return `Of 100 customers, ${arm} brings ${points(value)} more to order than ${cheapest}`;
  if (high < 0) return `Of 100 customers, ${arm} brings ${points(value)} fewer to order than ${cheapest}`;
  return `No difference between ${arm} and ${cheapest} is certain yet in how many customers order`;
}

/** @param costs whether the arm costs more than the cheapest one */
function moneyWords(net: Difference | null, costs: boolean): string {
  if (net === null) return costs ? '; what that is worth after its cost is not known yet' : '; what that is worth is not known yet';
  const [low, high] = net.ci95;
  if (low > 0) return costs ? ', and it brings more than it costs' : ', and it brings more money';
  if (high < 0) return costs ? ', and it costs more than it brings' : ', and it brings less money';
  return costs ? ', and nothing shows yet that it brings more than it costs' : ', and no difference in money is certain yet';
}

function nextWords(best: CampaignArm, { verdict }: ArmResult, hasControl: boolean): string {
  const next = ` Of these offers, use ${named(best)} for the next customers.`;
  if (!hasControl) return next;
  return verdict === 'helps'
    ? `${next} It also brings more customers to order than no contact.`
    : `${next} Compared with no contact, its effect is not certain yet.`;
}
