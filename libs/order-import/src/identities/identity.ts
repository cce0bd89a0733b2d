import { isNoCustomer, isNoIdentity, isPlaceholderMail } from './no-identity.js';
import type { PersonalKind } from './pseudonyms.js';
import { isShortened, NO_EVIDENCE, type NumberEvidence } from './whole-numbers.js';

/** A cell's statement about the customer: an identifier of the shop, or an address or name that becomes a pseudonym. */
export interface Identity {
  readonly kind: 'id' | PersonalKind;
  readonly text: string;
}

/** A text that names no single person, and why. */
interface NotOne {
  readonly kind: 'none';
  readonly reason: string;
}

export type ReadIdentity = Identity | NotOne;

const none = (reason: string): NotOne => ({ kind: 'none', reason });

/** Number of characters up to which a cell is looked at. A customer number has 255 at most, and the patterns below take long for a long text. */
const LONGEST_CELL = 1000;
const isTooLong = (text: string): boolean => text.length > LONGEST_CELL;
const tooLong = (text: string): NotOne => none(`the customer "${shown(text)}" has ${text.length} characters: at most 255 are allowed`);
const SHORTENED_ADVICE =
  'a spreadsheet has shortened it, and many numbers look like it. Export again, and do not save the file in a spreadsheet';

const ADDRESS = /[^\s@<>()[\]"';:,|]+@[^\s@<>()[\]"';:,|]+/g;

/** Returns "anna@shop.example" for "anna(at)shop.example", "anna [at] shop [dot] example" and "anna%40shop.example". */
const withSigns = (text: string): string =>
  text.includes('@')
    ? text
    : text.replace(/%40|\s*[([{]\s*[aä]t\s*[)\]}]\s*/i, '@').replaceAll(/\s*[([{]\s*(?:dot|punkt)\s*[)\]}]\s*/gi, '.');

/** Returns the first real address in a text such as "Anna <anna@shop.example>" or "a@shop.example; b@shop.example"; null: it has none. */
function firstAddress(text: string): { readonly address: string | null; readonly hasAny: boolean } {
  const found = (withSigns(text).match(ADDRESS) ?? []).map((address) => address.replace(/^mailto:/i, '').replace(/\.+$/, ''));
  return { address: found.find((address) => !isPlaceholderMail(address)) ?? null, hasAny: found.length > 0 };
}

/** `+49 151 2345678`, `0151/2345678`, `(505) 555-0290`, `505-555-0290`: digits alone may be the number of a customer. */
const PHONE =
  /^(?:\+\d[\d\s().\-/]{5,20}\d|00\d[\d\s().\-/]{6,20}\d|0\d{1,5}[\s./-][\d\s().\-/]{3,16}\d|\(\d{2,5}\)\s?[\d\s.\-/]{4,14}\d|\d{3}[-. ]\d{3}[-. ]\d{4})$/;

/** Returns the digits of a phone number, the same for every way to write it. */
const plainPhone = (text: string): string =>
  text
    .replace(/\(0\)/g, '')
    .replaceAll(/[^\d+]/g, '')
    .replace(/^00/, '+')
    .replaceAll(/(?!^)\+/g, '');

const FEWEST_DIGITS = 6;
/** `0000000000`, `+49 1111111`, `0123456789`: numbers that a clerk enters for everyone without one. */
const PLACEHOLDER_PHONE = /^\+?(?:(\d)\1+|\d{0,4}(\d)\2{6,}|0?123456(?:7(?:8(?:90?)?)?)?|0?987654321?0?)$/;
/** Two or more words of letters and nothing else: no shop gives such a customer number. */
const NAME = /^\p{L}[\p{L}'’.-]*,?(?:\s+\p{L}[\p{L}'’.-]*,?)+$/u;
/** A written word. `KD` and `NO` in "KD NO 17" are none. */
const WRITTEN = /^[("']?(?=.*[\p{Ll}\p{Lo}])\p{L}[\p{L}'’.-]+[,;)"']*$/u;
/** 山田太郎, 김철수: names that are written without a blank. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー・]{2,12}$/u;

/** Returns whether a text is a name, a name with a number, or a postal address, such as "Anna Weber 2" and "1 Main Street, Town". */
const isPersonsName = (text: string): boolean =>
  NAME.test(text) || UNSPACED.test(text) || text.split(' ').filter((word) => WRITTEN.test(word)).length > 1;

/** One word of letters, such as a first name or "anna.mueller": an identifier of a shop nearly always has a digit. */
const WORD = /^\p{L}[\p{L}'’._-]*$/u;

/** `151 2345678`, `030-1234567`: in a column without identifiers, groups of digits are a phone number. */
const GROUPS_OF_DIGITS = /^\d{2,5}(?:[\s./-]\d{2,}){1,4}$/;
const PHONE_LINK = /^(?:tel|phone|mobile):\s*/i;

/**
 * Reads the cell of a customer number. It may hold an address, a phone number or a name instead.
 * @param isNumber the name of the column says that it holds identifiers. In another one a word without a digit is a name
 */
export function customerIdentity(text: string, evidence: NumberEvidence = NO_EVIDENCE, isNumber = true): ReadIdentity {
  if (isTooLong(text)) return tooLong(text);
  const { address, hasAny } = firstAddress(text);
  if (address !== null) return { kind: 'email', text: address };
  if (hasAny) return none(`the customer "${shown(text)}" is an address that many share`);
  if (isNoCustomer(text)) return none(`the customer "${shown(text)}" is not one person`);
  if (isShortened(text, evidence)) return none(`the customer "${shown(text)}" is not a number: ${SHORTENED_ADVICE}`);
  const phone = text.replace(PHONE_LINK, '');
  if (PHONE.test(phone) || (!isNumber && GROUPS_OF_DIGITS.test(phone))) return { kind: 'phone', text: plainPhone(phone) };
  return isPersonsName(text) || (!isNumber && WORD.test(text)) ? { kind: 'name', text } : { kind: 'id', text };
}

export function mailIdentity(text: string): ReadIdentity {
  if (isTooLong(text)) return tooLong(text);
  const { address, hasAny } = firstAddress(text);
  if (address !== null) return { kind: 'email', text: address };
  return none(hasAny ? `the e-mail address is one that many share` : 'the e-mail address is not one');
}

export function phoneIdentity(text: string): ReadIdentity {
  if (isTooLong(text)) return tooLong(text);
  if (isShortened(text, NO_EVIDENCE)) return none(`the phone number "${shown(text)}" is not complete: ${SHORTENED_ADVICE}`);
  const digits = plainPhone(text);
  const isOne = digits.replace('+', '').length >= FEWEST_DIGITS && !PLACEHOLDER_PHONE.test(digits);
  return isOne ? { kind: 'phone', text: digits } : none('the phone number is not one');
}

export function nameIdentity(text: string): ReadIdentity {
  if (isTooLong(text)) return tooLong(text);
  const { address, hasAny } = firstAddress(text);
  if (address !== null) return { kind: 'email', text: address };
  return hasAny || isNoIdentity(text) ? none(`the customer "${shown(text)}" is not one person`) : { kind: 'name', text };
}

const LONGEST_SHOWN = 40;
const shown = (text: string): string => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);
export { SHORTENED_ADVICE };
