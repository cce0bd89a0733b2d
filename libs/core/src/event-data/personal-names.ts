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
  'imie', 'nazwisko', 'ulica', 'miasto', 'namn', 'fornamn', 'efternamn', 'adress', 'gata', 'navn', 'adresa', 'adresi', 'adrese', 'aadress',
  'fornavn', 'efternavn', 'etternavn', 'postnummer', 'postnr', 'nimi', 'etunimi', 'sukunimi', 'osoite', 'katu', 'kaupunki', 'puhelin', 'postinumero',
  'jmeno', 'prijmeni', 'meno', 'priezvisko', 'ulice', 'mesto', 'psc', 'nev', 'keresztnev', 'vezeteknev', 'cim', 'utca', 'varos', 'iranyitoszam',
  'nume', 'prenume', 'strada', 'oras', 'ime', 'prezime', 'priimek', 'isim', 'soyad', 'soyadi', 'soyisim',
  'vards', 'uzvards', 'vardas', 'pavarde', 'eesnimi', 'perekonnanimi', 'iela', 'gatve',
  'имя', 'фамилия', 'отчество', 'адрес', 'адреса', 'улица', 'вулиця', 'город', 'місто', 'почта', 'телефон', 'име', 'імя', 'прізвище',
  'ονομα', 'επωνυμο', 'ονοματεπωνυμο', 'διευθυνση', 'οδος', 'πολη', 'τηλεφωνο',
  'recipient', 'receiver', 'consignee', 'empfanger', 'empfaenger', 'destinataire', 'destinatario',
  'cpf', 'nif', 'pesel', 'bsn', 'personnummer', 'idfa', 'gaid',
]); // prettier-ignore

/** Parts of names that are written as one word, such as `customeremail`. */
const STEMS =
  /(?:client|customer|buyer|guest|holder|contact|member|owner|shopper|receiver|billing|shipping|given|family|middle|maiden)name|handyn|mobil(?:e|fun)?n|ipadd|deviceid|e?mailadd|email|phone|telefon|surname|firstname|lastname|fullname|username|forename|vorname|nachname|birthd|geburt|address|adresse|strasse|zipcode|postcode|postleitzahl|useragent|(?:credit|debit|payment)card|card(?:n|holder|last)|^card$|iban|accountn|kontonummer|passwor|passport/u;

/** Chinese, Japanese and Korean write no spaces between words. */
const STEMS_WITHOUT_SPACES = /姓名|名前|氏名|用户名|收件人|地址|住所|电话|電話|手机|邮箱|이름|성명|주소|전화/u;

/** A name after these words is one of a thing. */
const THINGS: ReadonlySet<string> = new Set([
  'source', 'channel', 'product', 'item', 'variant', 'category', 'brand', 'campaign', 'plan', 'collection', 'coupon', 'page', 'list', 'store', 'event', 'file', 'discount', 'artikel', 'produkt',
]); // prettier-ignore

/** Splits `customerEmail`, `customer-email` and `CUSTOMER_EMAIL2` into lower-case words without digits and diacritics. */
function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i');
  const separated = plain.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return separated.toLowerCase().split(/[^\p{L}]+/u).filter((word) => word !== ''); // prettier-ignore
}

/** @returns whether a field of this name may say who a person is, or where. It is asked of names that a person allows, so it may err on the safe side. */
export function isPersonalName(name: string): boolean {
  const words = wordsOf(name);
  const isPersonal = (word: string, place: number): boolean =>
    PERSONAL_WORDS.has(word) && !(word === 'name' && THINGS.has(words[place - 1] ?? ''));
  const joined = words.join('');
  return words.some(isPersonal) || STEMS.test(joined) || STEMS_WITHOUT_SPACES.test(joined) || ['ipv', 'ip'].includes(joined);
}
