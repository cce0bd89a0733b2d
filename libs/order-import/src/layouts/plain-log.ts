import { BRANDS, CATEGORIES, PRODUCT_NUMBERS } from './item-names.js';
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
      'codcliente idklienta numerklienta klient kundnummer kundid kund kundenummer müşteri müşterino клиент idклиента 顧客id 会員id 会员id',
      'customerid customer externalid clientid client userid buyerid buyer customernumber customerno customercode memberid accountid shopperid',
      'kundennummer kundennr kundenid kunde clienteid idcliente idclient numeroclient numéroclient codeclient codicecliente klantnummer klantid',
      'cliente klant membernumber memberno membercode accountnumber accountno accountcode contactid custid custno custcode customernum customerref',
      'customerreference customeruniqueid customerkey userno usernumber userkey uid visitorid householdkey householdid loyaltyid loyaltynumber loyaltycardid cardid',
    ),
    email: wordsOf(
      'emailadres emailadress epost epostadress epostadresse adresemail eposta eпочта электроннаяпочта メールアドレス 購入者メールアドレス 邮箱',
      'customeremail clientemail buyeremail billingemail contactemail email emailaddress kundenemail emailadresse mail purchaseemail emailclient emailcliente',
      'correo correoelectrónico courriel adresseemail klantemail',
    ),
    phone: wordsOf(
      'customerphone phone phonenumber mobile mobilephone telephone tel telefon telefonnummer handy téléphone teléfono telefono telefoon',
      'mobilnummer telefone celular móvil cellulare portable gsm puhelin телефон мобильный 電話番号 電話 手机 手机号 手机号码 电话 전화번호 휴대폰',
    ),
    name: wordsOf(
      '买家会员名 买家昵称 nomedocliente imięinazwisko',
      'customername clientname buyername kundenname nomduclient nomclient nombrecliente nombredelcliente nomecliente klantnaam fullname buyerusername',
      'usernamebuyer username buyernickname contactname billingname recipientname',
    ),
    date: wordsOf(
      'datadopedido datapedido datadacompra datazamówienia orderdato sipariştarihi датазаказа дата 注文日時 注文日 購入日 下单时间 订单创建时间 dato tarih',
      'occurredat orderdate date createdat timestamp datetime time invoicedate purchasedate orderedat purchasedat orderdatetime transactiondate',
      'saledate orderplaced placedat datecreated creationdate purchaseddate purchasedon dateadded ordereddate orderedon createdon created createddate',
      'orderpurchasetimestamp purchasetimestamp purchasetime eventtime transactiontime transactiondatetime invoicedatetime createdtime ordercreationdate ordercreatedtime',
      'ordercreatedat ordertime ordertimestamp orderdt placedon soldon soldat saletime submittedat checkoutdate dateoforder dateofpurchase dateordered datepurchased dateplaced',
      'orderdateutc orderdategmt createddateutc createdutc datecreatedgmt createdatgmt chargedate chargedat txndate trandate invoicedt',
      'bestelldatum bestelltam bestellzeit datum kaufdatum auftragsdatum rechnungsdatum erstelldatum',
      'datedecommande datecommande dateachat fecha fechapedido fechadepedido fechadecompra data dataordine datadellordine besteldatum orderdatum',
    ),
    time: wordsOf('time ordertime purchasetime saletime transactiontime uhrzeit bestellzeit heure hora ora tijd'),
    amount: wordsOf(
      'totaleordine totalordine totaalinclbtw totaalincl totalgross grosstotal totalgrossamount amountgross kwota wartość wartośćzamówienia razem summa belopp beløb tutar toplamtutar сумма итого 合計金額 支払金額 实付金额 实收金额',
      'value total ordertotal ordervalue orderamount totalprice totalamount totalsales grandtotal amount revenue sales netsales linetotal subtotal',
      'totalpurchaseamount purchaseamount orderprice orderrevenue transactionamount saleamount salesamount salestotal totalsale invoicetotal invoiceamount billamount',
      'billtotal paymentamount paymentvalue chargeamount netrevenue dollarvalue extendedprice productsubtotal skusubtotalafterdiscount orderlinessubtotal paidprice spend',
      'amountpaid paidamount totalpaid grossamount netamount totalvalue',
      'betrag summe gesamtbetrag gesamtsumme gesamtpreis gesamt bestellwert bestellsumme rechnungsbetrag umsatz positionssumme',
      'brutto bruttobetrag bruttosumme summebrutto montant montantttc montanttotal totalttc importe importetotal totale importo bedrag totaal totaalbedrag',
      'auftragssumme auftragssummebrutto auftragswert gesamtbrutto gesamtpreisbrutto summetotal grosssales gross nettobetrag netto',
    ),
    price: wordsOf(
      'price unitprice itemprice priceperunit priceeach productprice lineitemprice orderlinesunitprice sellingprice preis einzelpreis stückpreis prixunitaire preciounitario prezzounitario stukprijs',
    ),
    quantity: wordsOf(
      'quantity qty units quantityordered qtyordered quantitypurchased itemquantity productquantity lineitemquantity orderlinesquantity unitssold menge anzahl stückzahl quantité cantidad quantità aantal',
    ),
    product: wordsOf(
      'product productname productid productsku producttype lineitemname lineitemsku itemdescription itemid itemcode itemno orderlinesproduct servicename asin description item itemname sku stockcode producttitle lineitem artikel artikelnummer',
      'artikelbezeichnung produkt produktname bezeichnung produit article producto artículo prodotto articolo',
    ),
    product_id: PRODUCT_NUMBERS,
    category: [...CATEGORIES, ...BRANDS],
    discount: wordsOf(
      'discount discountamount totaldiscount itemdiscount linediscount discountvalue discountpercent discountpercentage discountpct discountrate',
      'rabatt rabattbetrag rabattprozent rabattinprozent remise descuento sconto korting kortingsbedrag',
    ),
    refunded: wordsOf(
      'remboursé remboursement reembolsado reembolso rimborsato rimborso terugbetaald återbetalt',
      'refundedamount amountrefunded refundamount refundedtotal totalrefunded refundtotal refunded refund refunds',
      'erstatteterbetrag erstattungsbetrag erstattet erstattung rückerstattung montantremboursé importereembolsado importorimborsato',
    ),
    order: wordsOf(
      'nordine nrordine numeropedidos númerodopedido numerodopedido nrzamówienia numerzamówienia ordrenummer siparişno siparişnumarası номерзаказа 注文番号 订单编号 订单号',
      'orderid ordernumber orderno ordernr orderreference orderref order invoiceno invoicenumber invoiceid invoice receiptnumber transactionid',
      'ordernum orderkey orderguid salesorder salesordernumber salesorderid salesid saleid saleno receiptno receiptid receipt billno billnumber billid invoicenum',
      'ticketno ticketnumber basketid cartid checkoutid transactionno transactionnumber transaction trxid tid documentno docno belegnummer belegnr orderpk',
      'bestellnummer bestellnr bestellid bestellung auftragsnummer auftragsnr rechnungsnummer rechnungsnr purchaseid',
      'numérodecommande numerodecommande nºcommande ncommande commande idcommande númerodepedido numerodepedido númeropedido numeropedido idpedido pedido',
      'numeroordine numerodordine idordine ordine bestelnummer ordernummer',
    ),
    cancelled: wordsOf(
      'cancelledat canceledat cancelledon canceledon cancellationdate cancelled canceled iscancelled iscanceled storniert storniertam stornodatum cancelledtime canceledtime',
      'canceltime cancelleddate canceleddate datecancelled datecanceled canceldate cancelledtimestamp',
    ),
    event_id: wordsOf('eventid'),
    event_type: wordsOf('eventtype'),
    currency: wordsOf(
      'currency currencycode ordercurrency',
      'währung währungscode moeda moneda valuta devise monnaie waluta parabirimi para měna mena валюта 通貨 货币 币种 통화',
    ),
    status: [
      ...wordsOf(
        'durum статус ステータス 注文状況 订单状态 交易状态 tilstand',
        'status orderstatus orderstate bestellstatus auftragsstatus statut statutcommande étatcommande état estado estadodelpedido estadopedido',
        'stato statoordine bestelstatus statusdopedido statuspedido statuszamówienia статусзаказа siparişdurumu salesstatus',
        'orderstatusid statusid orderstateid',
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
  wordsOf(
    'ordertotal ordervalue orderprice orderrevenue invoicetotal auftragssumme auftragswert orderamount grandtotal bestellwert bestellsumme rechnungsbetrag gesamtbetrag gesamtsumme',
  ),
);
/** Names of columns that have an amount before discounts. */
export const SUBTOTALS = new Set(wordsOf('subtotal itemssubtotal ordersubtotal grosssales gross zwischensumme listprice'));
/** Names of columns that have the amount of one row. */
export const LINE_TOTALS = new Set(
  wordsOf('linetotal positionssumme itemtotal sales extendedprice productsubtotal skusubtotalafterdiscount orderlinessubtotal paidprice'),
);
/** Names of columns that state the price of one piece, whether or not the file has a column of quantities. */
export const UNIT_PRICES = new Set(
  wordsOf(
    'unitprice itemprice priceperunit priceeach productprice lineitemprice orderlinesunitprice einzelpreis stückpreis prixunitaire preciounitario prezzounitario stukprijs',
  ),
);

/** The columns of a plain log, for messages. */
export const PLAIN_COLUMNS = 'customer_id, occurred_at, value (optional: refunded, order_id, currency, status, event_id, event_type)';
