import { checkedRates } from '#libs/core';
import { alarmLine } from './alarm-lines.js';
import type { Digest } from './read-digest.js';

/** Says the digest in plain words, what needs an action first. */
export function digestLines(digest: Digest): string[] {
  const { slipping, revenueAtRisk } = digest;
  if (slipping === null || revenueAtRisk === null) return ['Customers had no scores in this week yet.'];
  return [
    alarmLine(digest.alarm),
    slippingLine(digest, slipping),
    moneyLine(digest, revenueAtRisk),
    cameBackLine(digest),
    campaignLine(digest),
    modelLine(digest),
  ].filter((line) => line !== null);
}

const counted = (number: number, one: string, other: string): string => `${number.toLocaleString('en')} ${number === 1 ? one : other}`;
const customers = (number: number): string => counted(number, 'customer', 'customers');

function money({ currency }: Digest, amount: number | string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 0 }).format(Number(amount));
}

function slippingLine(digest: Digest, slipping: NonNullable<Digest['slipping']>): string {
  const { beganToSlip: began, asOf } = digest;
  if (slipping.customers === 0) return `No customer was slipping away on ${asOf}.`;
  const since = Math.min(began, slipping.customers);
  const worth = `that brings about ${money(digest, slipping.revenueIfOrdered)}.`;
  if (slipping.customers === 1) {
    const fresh = since === 0 ? '' : ', overdue since this week';
    return `1 customer was slipping away on ${asOf}${fresh}. If this customer orders again, ${worth}`;
  }
  const fresh = since === 0 ? 'none of them overdue since this week' : `${since.toLocaleString('en')} of them overdue since this week`;
  return `${customers(slipping.customers)} were slipping away on ${asOf}, ${fresh}. If all of them order again, ${worth}`;
}

function moneyLine(digest: Digest, amount: string): string {
  const { revenueAtRiskChange: change } = digest;
  const now = `The revenue at risk is ${money(digest, amount)}`;
  if (change === null) return `${now}.`;
  const difference = Math.round(Number(change));
  if (difference === 0) return `${now}, as much as a week before.`;
  return `${now}, ${money(digest, Math.abs(difference))} ${difference < 0 ? 'less' : 'more'} than a week before.`;
}

function cameBackLine(digest: Digest): string | null {
  const { cameBack, joined, lost } = digest;
  if (joined === null || lost === null) return null;
  const others = `${customers(joined)} ordered for the first time, and ${customers(lost)} became lost.`;
  if (cameBack === null) return others;
  const back =
    cameBack.customers === 0
      ? 'Nobody who slipped away or was lost came back'
      : `${customers(cameBack.customers)} who slipped away or ${cameBack.customers === 1 ? 'was' : 'were'} lost came back and spent ${money(digest, cameBack.revenue)}`;
  return `${back}; ${others}`;
}

const EFFECTS = {
  too_early: 'It is too early to say whether your campaigns help.',
  no_difference_seen: 'So far, contacted customers come back as often as those in the control group, as far as can be seen.',
  helps: 'Your campaigns help: contacted customers come back more often than those in the control group',
  harms: 'Your campaigns seem to harm: contacted customers come back less often than those in the control group',
} as const;

function campaignLine({ campaigns: { campaigns, contacted, effect } }: Digest): string {
  const sent =
    campaigns === 0
      ? 'No campaign was sent.'
      : `${counted(campaigns, 'campaign', 'campaigns')} reached customers ${counted(contacted, 'time', 'times')}.`;
  if (effect === null) return sent;
  const isClear = effect.verdict === 'helps' || effect.verdict === 'harms';
  const points = isClear && effect.uplift !== null ? `, by ${(100 * Math.abs(effect.uplift)).toFixed(1)} percentage points.` : '';
  return `${sent} ${EFFECTS[effect.verdict]}${points}`;
}

function modelLine({ model }: Digest): string {
  const checked = model === null ? null : checkedRates(model.calibration);
  if (model === null || checked === null) return 'Too little has happened yet to say how good the scores are.';
  const [said, happened] = [checked.predicted, checked.observed].map((share) => `${Math.round(100 * share)} %`);
  const where = model.isReplay ? 'In a replay of your past orders' : 'When we checked past scores';
  const whom = checked.group === 'below_080' ? 'of the customers whom we gave a risk below 80 %' : 'of all customers';
  return `${where}: ${whom}, we expected ${said} not to order; ${happened} did not.`;
}
