import { isIP } from 'node:net';

const SHORTEST = 7;
const EMAIL = /[^\s@<>"',;]@[^\s@<>"',;]+\.\p{L}{2}/u;
const IBAN = /^[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?$/;
/** A number with its country, also within a text. */
const PHONE = /(?:^|[^\d+])\+[1-9](?:[ ()/.-]{0,2}\d){7,14}(?!\d)/;
/** Digits of the large issuers of cards. Ids of products have other lengths. */
const CARD = /^(?:3[47]\d{13}|(?:4\d|5[1-5]|2[2-7]|35|6[05])\d{14})$/;

/** @returns whether a value is an e-mail address, a phone number with its country, an IP address, or the number of a card or bank account */
export function isPersonalValue(value: unknown): boolean {
  if (typeof value === 'number') return value > 1e14 && isCard(String(value));
  if (typeof value !== 'string' || value.length < SHORTEST) return false;
  if (value.includes('@') && EMAIL.test(value)) return true;
  if (value.includes('+') && PHONE.test(value)) return true;
  if (value.length > 60) return false;
  const text = value.trim();
  return isIP(text) !== 0 || isIban(text) || (/^\d/.test(text) && isCard(text.replaceAll(/[ -]/g, '')));
}

/** Numbers of articles look alike, but do not have the check digits. */
function isIban(text: string): boolean {
  if (!IBAN.test(text)) return false;
  const compact = text.replaceAll(' ', '');
  const digits = Array.from(compact.slice(4) + compact.slice(0, 4), (character) => Number.parseInt(character, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

function isCard(digits: string): boolean {
  if (!CARD.test(digits)) return false;
  let sum = 0;
  for (const [place, digit] of digits.split('').toReversed().entries()) {
    const doubled = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
