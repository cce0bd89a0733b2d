import { NEEDED_AT_FIRST } from './contact-value.js';

/** More digits would promise a precision that an estimate of a sample size does not have. */
const DIGITS = 2;

/** Rounds up to two digits: 6,961 becomes 7,000. */
function roughly(count: number): string {
  const unit = 10 ** Math.max(0, String(count).length - DIGITS);
  const rounded = Math.ceil(count / unit) * unit;
  return `${rounded === count ? '' : 'about '}${rounded.toLocaleString('en')}`;
}

/**
 * Says how many customers campaigns must choose until the value of a contact is known.
 * @param needed more than 0; null before anything was counted
 */
export function missingEvidence(needed: number | null): string {
  const count = needed ?? NEEDED_AT_FIRST;
  const more = count < NEEDED_AT_FIRST ? ' more' : '';
  const customers = count === 1 ? 'customer' : 'customers';
  return `Not known yet: your campaigns must choose ${roughly(count)}${more} ${customers}, in both groups together, and wait until their time to order has passed. Each customer counts once for each campaign.`;
}
