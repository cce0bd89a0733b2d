import { addMoney, type ArmDifference, armSummary, compareArms, type GroupRow, powerOfArms } from '#libs/campaigns';
import type { CampaignArm } from '#libs/core';
import type { ArmComparisonDto, ArmPowerDto, ArmResultDto } from './arm-results.dto.js';

/** The results of the arms of a campaign, in the answer about the campaign. */
interface ArmsDto {
  readonly arms: readonly ArmResultDto[];
  readonly arm_comparisons: readonly ArmComparisonDto[];
  readonly best_arm: string | null;
  readonly arms_summary: string | null;
}

const WITHOUT_ARMS: ArmsDto = { arms: [], arm_comparisons: [], best_arm: null, arms_summary: null };

export function toArmResults(arms: readonly CampaignArm[], rows: readonly GroupRow[]): ArmsDto {
  if (arms.length === 0) return WITHOUT_ARMS;
  const results = compareArms(arms, rows);
  const nameOf = (place: number): string => arms[place]!.name;
  return {
    arms: results.arms.map(({ all, matured, revenue, cost, verdict, ...difference }, place) => ({
      name: nameOf(place),
      ...all,
      rate: all.n === 0 ? null : rounded(all.returned / all.n),
      revenue: addMoney(revenue),
      cost: cost.toFixed(2),
      matured,
      verdict,
      ...toDifference(difference),
    })),
    arm_comparisons: results.pairs.map((pair) => ({ arm: nameOf(pair.first), against: nameOf(pair.second), ...toDifference(pair) })),
    best_arm: results.best === null ? null : nameOf(results.best),
    arms_summary: armSummary(arms, results),
  };
}

const toDifference = ({ orders, net }: ArmDifference) => ({
  uplift: orders === null ? null : { difference: rounded(orders.value), ci95: orders.ci95.map(rounded) },
  net_uplift: net === null ? null : { difference: cents(net.value), ci95: net.ci95.map(cents) },
});

const rounded = (value: number): number => Number(value.toFixed(4));
const cents = (value: number): number => Number(value.toFixed(2));

/** The settings and the groups of a send that decide what its arms could show. */
type PlannedArms = Parameters<typeof powerOfArms>[1];

/** @returns null without arms, and while nobody would get any */
export function toArmPower(sizes: readonly number[], planned: PlannedArms): ArmPowerDto | null {
  const power = sizes.length === 0 ? null : powerOfArms(sizes, planned);
  if (power === null) return null;
  const { customersPerArm: has, neededPerArm: needs } = power;
  const { effect } = planned;
  const [shownNeeds, shownHas, difference] = [inWords(needs), has.toLocaleString('en'), Number((effect * 100).toFixed(2))];
  return {
    effect,
    customers_per_arm: has,
    needed_per_arm: needs,
    note:
      has >= needs
        ? null
        : `Too few customers for ${sizes.length} offers: each needs about ${shownNeeds} to show a difference of ${difference} in 100, and would get ${shownHas}.`,
  };
}

/** Rounds up to two digits from 1,000 on: the number is an estimate. */
function inWords(count: number): string {
  const step = count < 1000 ? 1 : 10 ** (Math.floor(Math.log10(count)) - 1);
  return (Math.ceil(count / step) * step).toLocaleString('en');
}
