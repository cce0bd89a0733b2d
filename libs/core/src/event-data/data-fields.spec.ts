import { allowedFieldsProblem, DATA_FIELDS } from './data-fields.js';
import { isPersonalName } from './personal-names.js';

describe('the fields of data that a tenant allows', () => {
  it.each([
    'channel',
    'gift_wrap',
    'product_name',
    'CategoryName',
    'size',
    'größe',
    'brand',
    'shipping_method',
    'description',
    'tax_total',
    'points',
    'handmade',
    'memory_size',
    'filename',
    'cimelia',
  ])('may be "%s"', (name) => expect(allowedFieldsProblem([name])).toBeNull());

  it.each([
    'email', 'EMAIL', 'e-mail', 'eMail', 'email2', 'customeremail', 'customerEmail', 'contact-mail', 'email_hash', 'phone', 'phoneNumber', 'tel', 'Telefon', 'téléphone', 'handy',
    'name', 'Name', 'first_name', 'lastName', 'surname', 'vorname', 'nachname', 'prénom', 'apellidos', 'cognome', 'customer_name', 'imię', 'username',
    'address', 'address_line_1', 'billingAddress', 'street', 'Straße', 'strasse', 'zip', 'zipCode', 'plz', 'postal_code', 'city', 'ort',
    'ip', 'IP', 'ip_address', 'ipAddress', 'client.ip', 'ipv4', 'user_agent', 'userAgent', 'iban', 'IBAN', 'bic', 'bank_account', 'kontonummer', 'creditCard', 'card_number', 'cardNumber', 'card',
    'handynummer', 'mobilnummer', 'ipaddr', 'clientname', 'buyer_givenName', 'deviceId', 'recipient', 'nifCliente',
    'jméno', 'příjmení', 'név', 'utca', 'prenume', 'prezime', 'soyadı', 'etunimi', 'uzvārds', 'Фамилия', 'адрес_доставки', 'όνομα', '客户姓名', '電話番号', '배송주소',
    'birthday', 'date_of_birth', 'geburtsdatum', 'dob', 'passport_no', 'ssn',
  ])('cannot be "%s", which may name a person', (name) => {
    expect(allowedFieldsProblem(['channel', name])).toContain(`"${name}", which looks like personal data`);
  }); // prettier-ignore

  it.each([
    [null],
    ['channel'],
    [[5]],
    [['']],
    [['__proto__']],
    [['a b']],
    [['x'.repeat(65)]],
    [Array.from({ length: 51 }, (_, i) => `n${i}`)],
  ])('cannot be %j', (names) => expect(allowedFieldsProblem(names)).toContain('at most 50 names of 1 to 64 letters'));

  it('are not needed for a field that is always stored, and none of those is personal', () => {
    expect([...DATA_FIELDS].filter(isPersonalName)).toEqual([]);
  });
});
