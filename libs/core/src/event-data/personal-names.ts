/** Words that name a person, or say where the person lives or can be reached. Diacritics are removed. */
export const PERSONAL_WORDS: ReadonlySet<string> = new Set([
  'email', 'mail', 'emails', 'phone', 'phones', 'telephone', 'tel', 'mobile', 'cellphone', 'fax', 'whatsapp',
  'name', 'names', 'firstname', 'lastname', 'surname', 'fullname', 'username', 'nickname', 'forename', 'initials', 'salutation',
  'address', 'addresses', 'street', 'zip', 'zipcode', 'postcode', 'postal', 'city', 'lat', 'latitude', 'lon', 'lng', 'longitude', 'geo', 'gps',
  'birthday', 'birthdate', 'birthyear', 'birth', 'dob', 'ssn', 'passport',
  'iban', 'bic', 'swift', 'bank', 'cvc', 'cvv', 'payer',
  'ip', 'ipv4', 'ipv6', 'fingerprint', 'imei', 'password',
  'vorname', 'nachname', 'anrede', 'anschrift', 'adresse', 'strasse', 'hausnummer', 'plz', 'postleitzahl', 'ort', 'wohnort', 'stadt', 'telefon', 'handy', 'mobil',
  'geburtstag', 'geburtsdatum', 'konto', 'kontonummer', 'blz',
  'nom', 'prenom', 'courriel', 'portable', 'rue', 'ville', 'naissance', 'nombre', 'apellido', 'apellidos', 'correo', 'direccion', 'calle', 'ciudad', 'telefono', 'movil', 'nacimiento',
  'nome', 'cognome', 'indirizzo', 'citta', 'cellulare', 'nascita', 'sobrenome', 'endereco', 'rua', 'cidade', 'telefone', 'celular', 'nascimento',
  'naam', 'voornaam', 'achternaam', 'adres', 'straat', 'woonplaats', 'telefoon', 'mobiel', 'geboortedatum',
  'imie', 'nazwisko', 'ulica', 'miasto', 'namn', 'fornamn', 'efternamn', 'adress', 'gata', 'navn', 'adresa',
]); // prettier-ignore

/** Parts of names that are written as one word, such as `customeremail`. */
const STEMS =
  /e?mailadd|email|phone|telefon|surname|firstname|lastname|fullname|username|forename|vorname|nachname|birthd|geburt|address|adresse|strasse|zipcode|postcode|postleitzahl|useragent|(?:credit|debit|payment)card|card(?:n|holder|last)|^card$|iban|accountn|kontonummer|passwor|passport/u;

/** A name after these words is one of a thing. */
const THINGS: ReadonlySet<string> = new Set([
  'source', 'channel', 'product', 'item', 'variant', 'category', 'brand', 'campaign', 'plan', 'collection', 'coupon', 'page', 'list', 'store', 'event', 'file', 'discount', 'artikel', 'produkt',
]); // prettier-ignore

/** Splits `customerEmail`, `customer-email` and `CUSTOMER_EMAIL2` into lower-case words without digits and diacritics. */
function wordsOf(name: string): string[] {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').replaceAll('ł', 'l');
  const separated = plain.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return separated.toLowerCase().split(/[^\p{L}]+/u).filter((word) => word !== ''); // prettier-ignore
}

/** @returns whether a field of this name may say who a person is, or where. It is asked of names that a person allows, so it may err on the safe side. */
export function isPersonalName(name: string): boolean {
  const words = wordsOf(name);
  const isPersonal = (word: string, place: number): boolean =>
    PERSONAL_WORDS.has(word) && !(word === 'name' && THINGS.has(words[place - 1] ?? ''));
  return words.some(isPersonal) || STEMS.test(words.join('')) || ['ipv', 'ip'].includes(words.join(''));
}
