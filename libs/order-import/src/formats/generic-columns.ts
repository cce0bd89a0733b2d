const wordsOf = (...lines: readonly string[]): readonly string[] => lines.join(' ').split(' ');

/**
 * The names of the columns of a plain log, in English and German, without blanks and punctuation. The first one with a text counts, so the
 * numbers of customers come before e-mail addresses, which some rows lack. The last one, `kunde`, is often the name of a person.
 */
export const GENERIC_NAMES = {
  customer: wordsOf(
    'customerid customer externalid clientid userid buyerid kundennummer kundennr kundenid',
    'customeremail email kundenemail emailadresse kunde',
  ),
  date: wordsOf(
    'occurredat orderdate date createdat timestamp datetime time invoicedate purchasedate orderedat purchasedat orderdatetime transactiondate',
    'bestelldatum bestelltam datum kaufdatum auftragsdatum rechnungsdatum',
  ),
  value: wordsOf(
    'value amount total price ordertotal ordervalue totalprice grandtotal revenue',
    'betrag summe gesamtbetrag gesamtsumme gesamtpreis gesamt bestellwert bestellsumme rechnungsbetrag umsatz preis',
  ),
  refunded: wordsOf(
    'refundedamount amountrefunded refundamount refundedtotal totalrefunded refundtotal refunded refund refunds',
    'erstatteterbetrag erstattungsbetrag erstattet erstattung rückerstattung',
  ),
  orderId: wordsOf(
    'orderid ordernumber orderno order invoiceno invoice',
    'bestellnummer bestellnr bestellid bestellung auftragsnummer auftragsnr rechnungsnummer rechnungsnr',
  ),
  eventId: wordsOf('eventid'),
  eventType: wordsOf('eventtype'),
  currency: wordsOf('currency currencycode ordercurrency', 'währung währungscode'),
  status: wordsOf('status orderstatus paymentstatus financialstatus', 'bestellstatus auftragsstatus zahlungsstatus'),
} as const;
