import { FULFILMENT_NAMES, PAYMENT_NAMES } from '../statuses/mark-names.js';
import { type Layout, wordsOf } from './layout.js';

/**
 * A plain log: one row for each order or item, with columns in English, German, French, Spanish, Italian or Dutch. The first name with a usable text counts. `kunde`,
 * `customer` and the like are often the names of people: such a text gives way to an e-mail address or phone number of the row.
 */
export const PLAIN_LOG: Layout = {
  title: 'a table of orders',
  isPlain: true,
  rows: 'unknown',
  needs: [],
  columns: {
    customer: wordsOf(
      'customerid customer externalid clientid client userid buyerid buyer customernumber customerno customercode memberid accountid shopperid',
      'kundennummer kundennr kundenid kunde clienteid idcliente idclient numeroclient numéroclient codeclient codicecliente klantnummer klantid',
      'cliente klant',
    ),
    email: wordsOf(
      'customeremail clientemail buyeremail billingemail contactemail email emailaddress kundenemail emailadresse mail purchaseemail emailclient emailcliente',
      'correo correoelectrónico courriel adresseemail klantemail',
    ),
    phone: wordsOf(
      'customerphone phone phonenumber mobile mobilephone telephone tel telefon telefonnummer handy téléphone teléfono telefono telefoon',
    ),
    name: wordsOf(
      'customername clientname buyername kundenname nomduclient nomclient nombrecliente nombredelcliente nomecliente klantnaam',
    ),
    date: wordsOf(
      'occurredat orderdate date createdat timestamp datetime time invoicedate purchasedate orderedat purchasedat orderdatetime transactiondate',
      'saledate orderplaced placedat datecreated creationdate purchaseddate purchasedon dateadded ordereddate orderedon createdon created createddate',
      'bestelldatum bestelltam bestellzeit datum kaufdatum auftragsdatum rechnungsdatum erstelldatum',
      'datedecommande datecommande dateachat fecha fechapedido fechadepedido fechadecompra data dataordine datadellordine besteldatum orderdatum',
    ),
    amount: wordsOf(
      'value amount total ordertotal ordervalue orderamount totalprice totalamount totalsales grandtotal revenue sales netsales linetotal subtotal',
      'amountpaid paidamount totalpaid grossamount netamount totalvalue',
      'betrag summe gesamtbetrag gesamtsumme gesamtpreis gesamt bestellwert bestellsumme rechnungsbetrag umsatz positionssumme',
      'brutto bruttobetrag bruttosumme summebrutto montant montantttc montanttotal totalttc importe importetotal totale importo bedrag totaal totaalbedrag',
    ),
    price: wordsOf(
      'price unitprice itemprice priceperunit preis einzelpreis stückpreis prixunitaire preciounitario prezzounitario stukprijs',
    ),
    quantity: wordsOf('quantity qty units quantityordered menge anzahl stückzahl quantité cantidad quantità aantal'),
    product: wordsOf(
      'product productname productid description item itemname sku stockcode producttitle lineitem artikel artikelnummer',
      'artikelbezeichnung produkt produktname bezeichnung produit article producto artículo prodotto articolo',
    ),
    refunded: wordsOf(
      'refundedamount amountrefunded refundamount refundedtotal totalrefunded refundtotal refunded refund refunds',
      'erstatteterbetrag erstattungsbetrag erstattet erstattung rückerstattung montantremboursé importereembolsado importorimborsato',
    ),
    order: wordsOf(
      'orderid ordernumber orderno ordernr orderreference orderref order invoiceno invoicenumber invoiceid invoice receiptnumber transactionid',
      'bestellnummer bestellnr bestellid bestellung auftragsnummer auftragsnr rechnungsnummer rechnungsnr purchaseid',
      'numérodecommande numerodecommande nºcommande ncommande commande idcommande númerodepedido numerodepedido númeropedido numeropedido idpedido pedido',
      'numeroordine numerodordine idordine ordine bestelnummer ordernummer',
    ),
    cancelled: wordsOf(
      'cancelledat canceledat cancelledon canceledon cancellationdate cancelled canceled iscancelled iscanceled storniert storniertam stornodatum',
    ),
    event_id: wordsOf('eventid'),
    event_type: wordsOf('eventtype'),
    currency: wordsOf('currency currencycode ordercurrency', 'währung währungscode'),
    status: [
      ...wordsOf(
        'status orderstatus orderstate bestellstatus auftragsstatus statut statutcommande étatcommande état estado estadodelpedido estadopedido',
        'stato statoordine bestelstatus statusdopedido statuspedido statuszamówienia статусзаказа siparişdurumu salesstatus',
      ),
      ...PAYMENT_NAMES,
    ],
    payment: PAYMENT_NAMES,
    fulfilment: FULFILMENT_NAMES,
    consent: wordsOf(
      'acceptsmarketing acceptsemailmarketing emailmarketingconsent marketingconsent marketingoptin marketingpermission newsletter newsletteroptin',
      'newslettersubscription emailconsent emailoptin optin consent gdprconsent',
      'werbeeinwilligung einwilligung newsletteranmeldung werbungerlaubt newsletterabonniert accepteemarketing consentementmarketing aceptamarketing',
      'consentimientomarketing accettamarketing consensomarketing marketingtoestemming',
    ),
  },
};

/** Names of columns that have the total of an order, also when each of its rows repeats it. */
export const ORDER_TOTALS = new Set(
  wordsOf('ordertotal ordervalue orderamount grandtotal bestellwert bestellsumme rechnungsbetrag gesamtbetrag gesamtsumme'),
);
/** Names of columns that have the amount of one row. */
export const LINE_TOTALS = new Set(wordsOf('linetotal positionssumme itemtotal sales'));
/** Names of columns that state the price of one piece, whether or not the file has a column of quantities. */
export const UNIT_PRICES = new Set(
  wordsOf('unitprice itemprice priceperunit einzelpreis stückpreis prixunitaire preciounitario prezzounitario stukprijs'),
);

/** The columns of a plain log, for messages. */
export const PLAIN_COLUMNS = 'customer_id, occurred_at, value (optional: refunded, order_id, currency, status, event_id, event_type)';
