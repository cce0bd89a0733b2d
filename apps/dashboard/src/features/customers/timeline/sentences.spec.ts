import type {
  ActivityEntryDto,
  CampaignEntryDto,
  DeliveryEntryDto,
  OrderEntryDto,
  RefundEntryDto,
  ScoreEntryDto,
} from '../../../api/schema';
import { orderName, riskMove, sentenceOf } from './sentences';

const at = '2026-11-21T10:20:30.000Z';
const format = { score: (score: string | number) => `${Math.round(Number(score) * 100)}%` };
const order: OrderEntryDto = {
  kind: 'order', at, order_id: 'o-1', order_number: null, amount: '42.50', refunded: '0.00', currency: 'EUR', status: 'placed', test: false,
}; // prettier-ignore
const score: ScoreEntryDto = {
  kind: 'score', at, score: '0.7500', label: 'high', lifecycle: 'active', cause: 'aging',
  previous_score: '0.6500', previous_label: 'medium', previous_lifecycle: 'active',
}; // prettier-ignore
const campaign: CampaignEntryDto = {
  kind: 'campaign', at, campaign_id: 'c', campaign_name: 'Win back', send_id: 's', channel: 'webhook', holdout: false, delivery_status: 'success', window_days: 30,
  ordered: null,
}; // prettier-ignore
const delivery: DeliveryEntryDto = {
  kind: 'delivery', at, delivery_id: 'd', event: 'customer.high_risk.detected', status: 'success', attempts: 1, last_status_code: 200,
}; // prettier-ignore

describe('the timeline says of an order', () => {
  it.each<[Partial<OrderEntryDto>, string | null]>([
    [{ order_id: '5000002443', order_number: '#3444' }, 'Order #3444'],
    [{ order_id: '5000002443', order_number: '3444' }, 'Order #3444'],
    [{ order_number: 'DE-17' }, 'Order DE-17'],
    [{}, 'Order o-1'],
    [{ order_id: null }, null],
  ])('%j: the name %s', (fields, name) => expect(orderName({ ...order, ...fields })).toBe(name));

  it.each<[Partial<OrderEntryDto>, string]>([
    [{}, 'Ordered €42.50.'],
    [{ refunded: '10.00' }, 'Ordered €42.50, €10.00 refunded.'],
    [{ refunded: '42.50', status: 'refunded' }, 'Ordered €42.50, all of it refunded. It does not count.'],
    [{ status: 'cancelled' }, 'Ordered €42.50, later cancelled. It does not count.'],
    [{ test: true }, 'Ordered €42.50 as a test. It does not count.'],
    [{ amount: null }, 'Ordered.'],
    [{ currency: 'USD' }, 'Ordered $42.50.'],
  ])('%j: %s', (fields, sentence) => expect(sentenceOf({ ...order, ...fields }, format)).toBe(sentence));
});

describe('the timeline says of a refund whose order is unknown', () => {
  it.each<[Partial<RefundEntryDto>, string]>([
    [{}, 'Refunded ¥1,500. We do not know of which order.'],
    [{ amount: null }, 'A whole order was refunded. We do not know which one.'],
    [{ test: true }, 'Refunded ¥1,500. We do not know of which order. It was a test.'],
  ])('%j: %s', (fields, sentence) =>
    expect(sentenceOf({ kind: 'refund', at, order_id: null, amount: '1500.00', currency: 'JPY', test: false, ...fields }, format)).toBe(
      sentence,
    ),
  );
});

describe('the timeline says of a score', () => {
  it.each<[Partial<ScoreEntryDto>, string]>([
    [{ previous_score: null, previous_label: null, previous_lifecycle: null }, 'First score: high risk (75% chance of no order).'],
    [{}, 'Risk rose from medium to high: time passed without an order.'],
    [{ lifecycle: 'slipping' }, 'Risk rose from medium to high, and the customer is slipping away now: time passed without an order.'],
    [{ previous_label: 'critical', cause: 'events' }, 'Risk fell from critical to high: the customer ordered.'],
    [{ cause: 'events' }, 'Risk rose from medium to high: new data came in, such as a refund, an order or a visit.'],
    [{ cause: 'settings' }, 'Your settings changed. Risk rose from medium to high.'],
    [{ previous_label: 'high', lifecycle: 'lost' }, 'The customer counts as lost now: time passed without an order.'],
    [
      { previous_label: 'critical', previous_lifecycle: 'lost', lifecycle: 'slipping', cause: 'model' },
      'We score with a new model now. Risk fell from critical to high, and the customer is slipping away now.',
    ],
    [{ previous_label: 'high', cause: 'model' }, 'We score with a new model now. The chance of no order rose from 65% to 75%.'],
    [
      { previous_label: 'high', previous_score: '0.8500', cause: 'model' },
      'We score with a new model now. The chance of no order fell from 85% to 75%.',
    ],
  ])('%j: %s', (fields, sentence) => expect(sentenceOf({ ...score, ...fields }, format)).toBe(sentence));

  it('that the risk rose where the label rose, even if other label limits go with a lower score', () => {
    expect(riskMove({ ...score, previous_score: '0.8000', cause: 'settings' })).toBe(1);
  });
});

describe('the timeline says of a campaign', () => {
  it.each<[Partial<CampaignEntryDto>, string]>([
    [{}, 'Your server got the customer for the campaign “Win back”.'],
    [{ delivery_status: null, ordered: true }, 'Your server got the customer for the campaign “Win back”. Has ordered since.'],
    [{ ordered: false }, 'Your server got the customer for the campaign “Win back”. No order within 30 days.'],
    [{ channel: 'download' }, 'You contacted the customer by the list of the campaign “Win back”.'],
    [
      { channel: 'download', delivery_status: 'pending' },
      'On a list of the campaign “Win back” that waits for you to contact its customers.',
    ],
    [{ delivery_status: 'failed' }, 'Sending the campaign “Win back”. Your server has not taken it yet.'],
    [{ delivery_status: 'dead_letter', ordered: false }, 'Your server did not take the campaign “Win back”. We stopped trying.'],
    [{ holdout: true, delivery_status: null }, 'In the control group of “Win back”: nothing was sent.'],
    [
      { holdout: true, delivery_status: null, ordered: true, window_days: 1 },
      'In the control group of “Win back”: nothing was sent. Has ordered since.',
    ],
  ])('%j: %s', (fields, sentence) => expect(sentenceOf({ ...campaign, ...fields }, format)).toBe(sentence));
});

describe('the timeline says of a webhook event', () => {
  it.each<[Partial<DeliveryEntryDto>, string]>([
    [{}, 'Told your server that the risk is high.'],
    [{ event: 'customer.churn_score.changed', status: 'pending' }, 'We are about to tell your server that the risk changed.'],
    [
      { status: 'failed', last_status_code: 503 },
      'We could not tell your server that the risk is high. We will try again. It answered with the error 503.',
    ],
    [{ status: 'dead_letter', last_status_code: null }, 'We could not tell your server that the risk is high, and stopped trying.'],
  ])('%j: %s', (fields, sentence) => expect(sentenceOf({ ...delivery, ...fields }, format)).toBe(sentence));
});

describe('the timeline says what the customer did beside ordering', () => {
  it.each<[Partial<ActivityEntryDto>, string]>([
    [{}, 'Product viewed, 3 times on this day.'],
    [{ event_type: 'support_ticket_opened', count: 1 }, 'Support ticket opened.'],
    [{ event_type: 'customer_history', count: 1 }, 'Summary of earlier orders.'],
    [{ event_type: 'customer_updated', count: 1 }, 'Customer record, such as the consent to marketing.'],
  ])('%j: %s', (fields, sentence) =>
    expect(sentenceOf({ kind: 'activity', at, event_type: 'product_viewed', count: 3, ...fields }, format)).toBe(sentence),
  );
});
