import { LABELS } from '../../../api/labels';
import type {
  CampaignEntryDto,
  DeliveryEntryDto,
  OrderEntryDto,
  TimelinePageDto,
  RefundEntryDto,
  ScoreEntryDto,
} from '../../../api/schema';
import { moneyIn } from '../../../format/money-in';
import type { ShopFormat } from '../../../format/shop-format';
import { eventWords } from '../../../text/event-words';
import { text as t } from './text';

export type TimelineEntry = TimelinePageDto['data'][number];
type Words = Pick<ShopFormat, 'score'>;

/** Tells what happened, in one or two sentences for the shop owner. */
export function sentenceOf(entry: TimelineEntry, format: Words): string {
  switch (entry.kind) {
    case 'order':
      return orderSentence(entry);
    case 'refund':
      return refundSentence(entry);
    case 'score':
      return scoreSentence(entry, format);
    case 'campaign':
      return campaignSentence(entry);
    case 'delivery':
      return deliverySentence(entry);
    case 'activity':
      return t.activity(eventWords(entry.event_type), entry.count);
    case 'note':
      return entry.text;
  }
}

/** The currency is that of the order, which need not be that of the shop. */
function orderSentence({ amount, refunded, currency, status, test }: OrderEntryDto): string {
  const ordered = amount === null ? t.order.unknown : t.order.of(moneyIn(currency, amount));
  if (test) return t.order.test(ordered);
  if (status !== 'placed') return t.order[status](ordered);
  return Number(refunded) > 0 ? t.order.partly(ordered, moneyIn(currency, refunded)) : t.order.placed(ordered);
}

/** Names an order as its shop does; null without a number. */
export function orderName(entry: OrderEntryDto | RefundEntryDto): string | null {
  const number = entry.kind === 'order' ? entry.order_number : null;
  if (number !== null) return t.orderNamed(/^\d+$/.test(number) ? `#${number}` : number);
  return entry.order_id === null ? null : t.orderNamed(entry.order_id);
}

function refundSentence({ amount, currency, test }: RefundEntryDto): string {
  const refunded = amount === null ? t.refund.all : t.refund.of(moneyIn(currency, amount));
  return test ? t.refund.test(refunded) : refunded;
}

/** Returns 1 when the risk rose, -1 when it fell, and 0 for a first score and for an unchanged one. */
export function riskMove({ label, previous_label: before, score, previous_score: scoreBefore }: ScoreEntryDto): number {
  if (before === null || scoreBefore === null) return 0;
  return Math.sign(LABELS.indexOf(label) - LABELS.indexOf(before)) || Math.sign(Number(score) - Number(scoreBefore));
}

function scoreSentence(entry: ScoreEntryDto, format: Words): string {
  const { score, label, lifecycle, previous_score: scoreBefore, previous_label: before, previous_lifecycle: stateBefore } = entry;
  if (before === null || scoreBefore === null) return t.score.first(t.score.labels[label], format.score(score));
  const rose = riskMove(entry) > 0;
  const move = rose ? t.score.rose : t.score.fell;
  const risk = label === before ? null : t.score.risk(move, t.score.labels[before], t.score.labels[label]);
  const state = lifecycle === null || stateBefore === null || lifecycle === stateBefore ? null : t.score.states[lifecycle];
  const chance = t.score.chance(move, format.score(scoreBefore), format.score(score));
  const what = risk !== null && state !== null ? t.score.both(risk, state) : (risk ?? (state === null ? chance : t.score.state(state)));
  if (entry.cause === 'model' || entry.cause === 'settings') return t.score.notTheCustomer[entry.cause](what);
  return t.score.because(what, entry.cause === 'aging' ? t.score.why.aging : t.score.why.events[rose ? 'rose' : 'fell']);
}

function campaignSentence(entry: CampaignEntryDto): string {
  const { campaign_name: name, holdout, delivery_status: status, window_days: days, ordered } = entry;
  const words =
    entry.channel === 'download' ? { failed: t.campaign.listUnused, open: t.campaign.listOpen, sent: t.campaign.listed } : t.campaign;
  if (status === 'dead_letter') return words.failed(name);
  const isOpen = status === 'pending' || status === 'failed';
  const what = holdout ? t.campaign.control(name) : isOpen ? words.open(name) : words.sent(name);
  return ordered === null ? what : `${what} ${ordered ? t.campaign.ordered : t.campaign.notOrdered(days)}`;
}

function deliverySentence({ event, status, last_status_code: code }: DeliveryEntryDto): string {
  const what = t.delivery[status](t.delivery.about[event]);
  return (status === 'failed' || status === 'dead_letter') && code !== null ? `${what} ${t.delivery.answered(code)}` : what;
}
