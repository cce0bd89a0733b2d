/** More digits would promise a precision that an estimate does not have. */
const DIGITS = 2;

/** Rounds an estimated number of customers up to two digits, as the API does in its sentences: 6,961 becomes 7,000. */
export function roughly(count: number): number {
  const unit = 10 ** Math.max(0, String(count).length - DIGITS);
  return Math.ceil(count / unit) * unit;
}
