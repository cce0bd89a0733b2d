/** Texts that databases and spreadsheets write for "nothing", and words that shops write for people without an account. */
const NO_IDENTITIES = new Set(
  [
    'null|(null)|<null>|[null]|[object object]|\\n|nan|none|nil|undefined|nat|na|n/a|n.a.|#n/a|#na|<na>|#ref!|#value!|#name?|#div/0!|#null!|#num!|empty|blank',
    'guest|guests|guest user|guest customer|guest checkout|guest order|guest buyer|gast|gastbestellung|gastkunde|invité|invitée|invitado|ospite|convidado|visitante|gość|гость|misafir|gæst|gjest|gäst|ゲスト|访客|游客|비회원',
    'anonymous|anonymous user|anonymous customer|anonym|anonyme|anonimo|anónimo|anônimo|anoniem|anonimowy|аноним|匿名',
    'new|returning|new customer|returning customer|new client|existing|existing customer|repeat|repeat customer|first time|first-time|first_time|neukunde|bestandskunde|nouveau|nuevo|novo|nuovo',
    'unknown|unknown customer|unbekannt|inconnu|desconocido|desconhecido|sconosciuto|onbekend|nieznany|неизвестно|not set|(not set)|not provided|not available|not logged in|no customer|no name|noname|deleted|deleted user|[deleted]|redacted|[redacted]|hidden',
    'test|test customer|test user|testkunde|dummy|default|cash|tba|tbc|nn|n.n.|misc|various|diverse|divers|cpd|one-time customer|einmalkunde|(blank)|(none)|(empty)|kasse',
    'customer|kunde|client|cliente|buyer|user|walk-in|walk in|walkin|walk-in customer|walk in customer|cash customer|cash sale|laufkunde|laufkundschaft|barverkauf|barkunde|retail customer|default customer|pos|pos customer|point of sale|online customer|web customer|-|--|---|–|—|.|?|*|x|xx|xxx|tbd|yes|no|true|false',
  ]
    .join('|')
    .split('|'),
);

/** `0`, `00`, `0.0`, `-1`, `-99`: numbers that stand for "none". */
const NO_NUMBER = /^[+-]?0+(?:[.,]0+)?$|^-\d+(?:[.,]0+)?$/;
/** Matches `999999`, which databases write for an unknown customer. An order may have this number. */
const NINES = /^9{6,}(?:[.,]0+)?$/;
const ZERO_UUID = /^\{?0{8}-?0{4}-?0{4}-?0{4}-?0{12}\}?$/;
/** Matches masked identifiers: `***`, `xxxxx@…`. */
const MASKED = /^[*•x#]{3,}$/i;

/** Returns whether a text says that the customer is not known, in any case of letters. */
export function isNoIdentity(text: string): boolean {
  const plain = text.trim().toLowerCase();
  return plain === '' || NO_IDENTITIES.has(plain) || NO_NUMBER.test(plain) || ZERO_UUID.test(plain) || MASKED.test(plain);
}

/** Returns whether a text in a column of customers stands for no single one. */
export const isNoCustomer = (text: string): boolean => isNoIdentity(text) || NINES.test(text.trim());

/** Returns whether the number of a customer is one that shops send for everyone without an account. */
export const isPlaceholderCustomer = (id: string): boolean => isNoIdentity(id) || (id.includes('@') && isPlaceholderMail(id));

/** Local parts of addresses that a till or a clerk enters for everyone without one. */
const PLACEHOLDER_PEOPLE = new Set(
  (
    'noemail no-email no_email no.email nomail no-mail no_mail nomailaddress noemailaddress noreply no-reply no_reply no.reply donotreply do-not-reply ' +
    'none null na n/a unknown unbekannt anonymous anonym guest gast pos kasse cash cashier walkin walk-in walkincustomer dummy placeholder fake ' +
    'invalid example notprovided not-provided notavailable nobody noone no keine keinemail keineemail keine-email customer test testing ' +
    'sinemail sincorreo nocorreo pasdemail pasdemel nomel semail sememail geenmail geenemail brakmaila'
  ).split(' '),
);

/** `mail@mail.com`, `email@email.com`. Other addresses of `mail@` are real: many small firms have one. */
const MAIL_AT_MAIL = /^(e?-?mail)@\1\./i;

/** `a@a.com`, `xxx@xxx.xx`. */
const SAME_LETTERS = /^([a-z])\1*@\1+\.[a-z]+$/i;

/** Returns whether an e-mail address is a shared placeholder: `noemail@shop.example`, `pos@…`, `a***@…`. */
export function isPlaceholderMail(address: string): boolean {
  const [person = '', host = ''] = address.toLowerCase().split('@');
  return (
    SAME_LETTERS.test(address) ||
    MAIL_AT_MAIL.test(address) ||
    PLACEHOLDER_PEOPLE.has(person) ||
    MASKED.test(person) ||
    person.includes('***') ||
    /(?:^|\.)invalid$/.test(host)
  );
}
