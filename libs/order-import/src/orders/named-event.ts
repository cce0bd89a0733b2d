import type { CsvRow } from '../csv/csv-rows.js';
import { parseAmount } from '../csv/parse-amount.js';
import { type Parsed, value } from '../csv/parsed.js';
import { eventIdOf, type RepeatCounter } from './event-identity.js';
import { consentData } from './order-statement.js';
import type { ReadingPlan } from '../rows/plan.js';
import { consentIn, currencyIn, customerIn, dateIn, refundIn } from '../rows/row-facts.js';
import { eventsRow, type ReadingContext, type RowOutcome, wrongRow } from '../rows/row-reader.js';

interface NamedRow {
  readonly plan: ReadingPlan;
  readonly context: ReadingContext;
  readonly repeats: RepeatCounter;
  readonly orderId: string;
}

/** Reads a row of a plain log that names its event type, or a row of a file of refunds. It is one event. */
export function readNamedEvent({ fields }: CsvRow, { plan, context, repeats, orderId }: NamedRow): RowOutcome {
  const identity = customerIn(plan, fields);
  if (identity.kind === 'none') return wrongRow(identity.reason);
  const at = dateIn(plan, fields, context.timeZone);
  if (at.kind === 'wrong') return wrongRow(at.reason);
  const said = amountOf(plan, fields);
  if (said.kind === 'wrong') return wrongRow(said.reason);
  const currency = currencyIn(plan, fields, context.currency);
  if (currency.kind === 'wrong') return wrongRow(currency.reason);
  const type = plan.columns.text(fields, 'event_type') || 'order_refunded';
  if (context.eventTypes?.includes(type) === false)
    return wrongRow(`"${type}" is not an event type; known are ${context.eventTypes.join(', ')}`);
  if (said.value !== null && said.value < 0 && type !== 'order_refunded')
    return wrongRow(
      `the value is ${said.value}: with the event type ${type} it must be 0 or more. Without an event type, the row is a refund`,
    );
  const customerId = identity.kind === 'id' ? identity.text : context.pseudonym(identity.kind, identity.text);
  // Logs write refunds as positive or negative amounts; the service expects the positive amount.
  const amount = said.value === null ? null : Math.abs(said.value);
  const occurredAt = at.value.toISOString();
  const content = [type, customerId, occurredAt, amount, orderId];
  const data = {
    ...consentData(consentIn(plan, fields)),
    ...(orderId === '' ? {} : { order_id: orderId }),
    ...(currency.value === null ? {} : { currency: currency.value }),
  };
  return eventsRow([
    {
      event_id: plan.columns.text(fields, 'event_id') || eventIdOf('generic', [...content, repeats.ordinal(content)]),
      customer_id: customerId,
      event_type: type,
      occurred_at: occurredAt,
      ...(amount === null ? {} : { value: amount }),
      ...(Object.keys(data).length === 0 ? {} : { data }),
    },
  ]);
}

/** Reads the amount of a row. In a file of refunds, the amount of the order may stand next to that of the refund. */
function amountOf(plan: ReadingPlan, fields: readonly string[]): Parsed<number | null> {
  const refund = plan.role === 'refunds' ? refundIn(plan, fields) : value(null);
  if (refund.kind === 'wrong') return refund;
  if (typeof refund.value === 'number') return value(refund.value);
  return parseAmount(plan.amounts === null ? '' : plan.columns.text(fields, plan.amounts), plan.decimals);
}
