const wordsIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const YES = wordsIn(`yes true y t on x ✓ ✔ ja j wahr oui vrai sí si sì verdadero vero sim verdadeiro tak да evet kyllä 是 はい 예`);
const NO = wordsIn(`no false n f off nein falsch non faux nee falso não nao nie нет hayır ei nej nei 否 いいえ 아니오 none null nan n/a -`);

export const isYes = (text: string): boolean => YES.has(text.trim().toLowerCase());
export const isNo = (text: string): boolean => NO.has(text.trim().toLowerCase());

/** Returns what a cell that is a date or a word says: yes, no, or neither. */
export function wordIn(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (YES.has(word) || word === '1') return true;
  return NO.has(word) || word === '' || word === '0' ? false : null;
}

/** Returns what a cell of yes and no says; null: neither. */
export const flagIn = (text: string): boolean | null => wordIn(text.replace(/^([01])[.,]0+$/, '$1'));

const ACCEPTS = new Set('accepted|accepts|subscribed|opted in|opt in|optin|confirmed|granted'.split('|'));
// A pending double opt-in does not count as consent.
const REFUSES = new Set([
  ...'rejected|refused|declined|denied|pending|unconfirmed|unsubscribed|cleaned|not subscribed|never subscribed|nonsubscribed'.split('|'),
  ...'opted out|opt out|optout|revoked|withdrawn|redacted'.split('|'),
]);
/** Words that stand for an empty cell. */
const EMPTY = wordsIn('none null nan n/a -');

/** Returns whether a cell says that the customer accepts marketing; null where it says neither. */
export function consentWord(text: string): boolean | null {
  const cell = text.trim().toLowerCase();
  if (cell === '' || EMPTY.has(cell)) return null;
  const word = cell.replaceAll(/[\s_-]+/g, ' ');
  return ACCEPTS.has(word) ? true : REFUSES.has(word) ? false : flagIn(cell);
}
