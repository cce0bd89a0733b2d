import { checkedRates, printedDay } from '#libs/core';
import { alarmLine, alarmPage } from './alarm-lines.js';
import type { PageOf } from './page-of.js';
import type { CustomersToContact, Digest } from './read-digest.js';

export interface DigestSentence {
  readonly text: string;
  readonly page: PageOf;
}

const PAGES = {
  slipping: { label: 'Show them', path: `/customers?lifecycle=${encodeURIComponent('["slipping"]')}` },
  contact: { label: 'Open the overview', path: '/' },
  secondOrder: { label: 'Show them', path: `/customers?lifecycle=${encodeURIComponent('["second_order_due"]')}` },
  money: { label: 'Open the overview', path: '/' },
  moves: { label: 'Open the overview', path: '/' },
  campaigns: { label: 'Show the results of campaigns', path: '/campaigns/results' },
  model: { label: 'See how good the scores are', path: '/backtest' },
} as const satisfies Record<string, PageOf>;

/** Writes the digest as sentences. Those that need an action come first. */
export const digestLines = (digest: Digest): string[] => digestSentences(digest).map(({ text }) => text);

/** Says the same as `digestLines`, with the page that each sentence is about. */
export function digestSentences(digest: Digest): DigestSentence[] {
  const { slipping, expectedRevenue, alarm } = digest;
  if (slipping === null || expectedRevenue === null) return [{ text: 'Customers had no scores in this week yet.', page: PAGES.moves }];
  return [
    sentence(alarmLine(alarm), alarm === null ? PAGES.moves : alarmPage(alarm)),
    sentence(slippingLine(digest, slipping), PAGES.slipping),
    sentence(secondOrderLine(digest), PAGES.secondOrder),
    sentence(contactLine(digest), PAGES.contact),
    sentence(moneyLine(digest, expectedRevenue), PAGES.money),
    sentence(cameBackLine(digest), PAGES.moves),
    sentence(campaignLine(digest), PAGES.campaigns),
    sentence(modelLine(digest), PAGES.model),
  ].filter((each) => each !== null);
}

const sentence = (text: string | null, page: PageOf): DigestSentence | null => (text === null ? null : { text, page });

const counted = (number: number, one: string, other: string): string => `${number.toLocaleString('en')} ${number === 1 ? one : other}`;
const customers = (number: number): string => counted(number, 'customer', 'customers');

function money({ currency }: Digest, amount: number | string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: 0 }).format(Number(amount));
}

function slippingLine(digest: Digest, slipping: NonNullable<Digest['slipping']>): string {
  const { beganToSlip: since } = digest;
  const asOf = printedDay(digest.asOf);
  if (slipping.customers === 0) return `No customer was slipping away on ${asOf}.`;
  if (slipping.customers === 1) {
    const fresh = since === 0 ? '' : ', overdue since this week';
    return `1 customer was slipping away on ${asOf}${fresh}.${toWinThen(digest, slipping)}`;
  }
  const fresh = since === 0 ? 'none of them overdue since this week' : `${since.toLocaleString('en')} of them overdue since this week`;
  return `${customers(slipping.customers)} were slipping away on ${asOf}, ${fresh}.${toWinThen(digest, slipping)}`;
}

/** Says for how many customers the second order is due; null where it is due for none. */
function secondOrderLine(digest: Digest): string | null {
  const { secondOrderDue: due } = digest;
  if (due === null || due.customers === 0) return null;
  return `The second order of ${customers(due.customers)} was due on ${printedDay(digest.asOf)}.${toWinThen(digest, due)}`;
}

/** Says how many customers a campaign may contact, and what that can add, as the overview does; null without customers to contact, and for an old week. */
function contactLine(digest: Digest): string | null {
  const { slipping, secondOrderDue, contactable } = digest;
  const all = (slipping?.customers ?? 0) + (secondOrderDue?.customers ?? 0);
  if (contactable === null || all === 0) return null;
  if (contactable.customers === 0) return 'A campaign may contact none of these now.';
  return `A campaign may contact ${customers(contactable.customers)} of these now.${toWin(digest, contactable)}`;
}

const toWin = (digest: Digest, { customers: count, revenueAtRisk }: NonNullable<Digest['contactable']>): string =>
  Number(revenueAtRisk) === 0
    ? ''
    : ` ${count === 1 ? 'A contact that works well' : 'Contacts that work well'} can bring up to ${money(digest, revenueAtRisk)} more.`;

/** Says what all customers in a state could bring, for an old week: which of them a campaign could contact is not known any more. */
const toWinThen = (digest: Digest, all: CustomersToContact): string => (digest.contactable === null ? toWin(digest, all) : '');

function moneyLine(digest: Digest, amount: string): string {
  const { expectedRevenueChange: change, horizonDays: days } = digest;
  const within = days === null ? ' in the days that a score looks ahead' : days === 1 ? ' by tomorrow' : ` in the next ${days} days`;
  const now = `Your present customers will probably bring ${money(digest, amount)}${within}`;
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
      ? 'No customer came back who had slipped away, was lost, or whose second order was due'
      : `${customers(cameBack.customers)} who slipped away or ${cameBack.customers === 1 ? 'was' : 'were'} lost, or whose second order was due, came back and spent ${money(digest, cameBack.revenue)}`;
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
  const [said, happened] = [checked.predicted, checked.observed].map((share) => `${Math.round(100 * share)}%`);
  const where = model.isReplay ? 'In a replay of your past orders' : 'When we checked past scores';
  const whom = checked.group === 'below_080' ? 'of the customers whom we gave a risk below 80%' : 'of all customers';
  return `${where}: ${whom}, we expected ${said} not to order; ${happened} did not.`;
}
