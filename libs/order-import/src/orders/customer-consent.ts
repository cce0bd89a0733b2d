import type { CsvRow } from '../csv/csv-rows.js';
import { eventIdOf } from './event-identity.js';
import { consentData } from './order-statement.js';
import type { ReadingPlan } from '../rows/plan.js';
import { consentIn, dateIn, identitiesIn } from '../rows/row-facts.js';
import { eventsRow, leftOut, type ReadingContext, type RowOutcome, wrongRow } from '../rows/row-reader.js';

/** The earliest time that the service takes. A yes that a file gives without its time overrules no later refusal. */
const LONG_AGO = new Date('2000-01-01T00:00:00.000Z');
const SILENT_CUSTOMERS = 'customers of whom the file does not say whether they accept marketing';
const SOURCE = 'consent';

/** Returns whether an event states nothing but the consent of a customer: it makes no customer. */
export const isConsentOnly = (eventId: string): boolean => eventId.startsWith(`import:${SOURCE}:`);

/**
 * Reads a row of a list of customers. The shop may know the person by the number, by the address or by both, so each of them gets the statement. A
 * later file takes the place of an earlier one. The file may be older than an unsubscription, so a yes without a time is older than any no.
 * @param uploadedAt the time of a no, where the file has none
 */
export function readConsent({ fields }: CsvRow, plan: ReadingPlan, context: ReadingContext, uploadedAt: Date): RowOutcome {
  const accepts = consentIn(plan, fields);
  if (accepts === null) return leftOut(SILENT_CUSTOMERS);
  const { found, reason } = identitiesIn(plan, fields);
  if (found.length === 0) return wrongRow(reason);
  const said = plan.columns.text(fields, 'date');
  const at = said === '' ? null : dateIn(plan, fields, context.timeZone);
  if (at?.kind === 'wrong') return wrongRow(at.reason);
  const customers = found.map(({ kind, text }) => (kind === 'id' ? text : context.pseudonym(kind, text)));
  return eventsRow(
    [...new Set(customers)].map((customer) => ({
      event_id: eventIdOf(SOURCE, [customer]),
      customer_id: customer,
      event_type: 'customer_updated',
      occurred_at: (at?.value ?? uploadedAt).toISOString(),
      data: consentData(accepts, accepts && at === null ? LONG_AGO : null),
    })),
  );
}
