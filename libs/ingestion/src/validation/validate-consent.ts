import { instantProblem, parseInstant } from './instant.js';
import { rejected, type Rejection, shownJson } from './rejection.js';

/** A statement of the shop that a customer accepts marketing, or does not, from a time on. */
export interface ConsentStatement {
  readonly accepts: boolean;
  readonly at: Date;
}

/**
 * Reads the consent in `data` of any event; null when it says nothing.
 * @param occurredAt the time of the statement, unless `data` has its own: platforms repeat an old consent in each later change of an order
 */
export function validateConsent(data: object, occurredAt: Date, now: Date): ConsentStatement | Rejection | null {
  const { accepts_marketing: accepts = null, accepts_marketing_updated_at: updatedAt = null } = data as Readonly<Record<string, unknown>>;
  if (accepts !== null && typeof accepts !== 'boolean')
    return rejected('invalid_type', 'data.accepts_marketing', `is ${shownJson(accepts)}`, 'it must be true or false, or absent');
  const at = parseInstant(updatedAt);
  const problem = updatedAt === null ? null : instantProblem('data.accepts_marketing_updated_at', updatedAt, at, now);
  if (problem !== null) return problem;
  return accepts === null ? null : { accepts, at: at ?? occurredAt };
}
