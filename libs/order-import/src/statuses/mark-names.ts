import { wordsOf } from '../csv/columns.js';
import type { StatusKind } from './order-status.js';

/** The meaning of a yes and of a no in a column; where one is missing, it says nothing. */
export interface FlagMeaning {
  readonly yes?: StatusKind;
  readonly no?: StatusKind;
  /** False where the name leaves a doubt, so that the owner is shown how it is taken. */
  readonly isSure: boolean;
}

const PAID = wordsOf(
  'paid ispaid haspaid orderpaid paidstatus paymentreceived payment paymentcompleted bezahlt istbezahlt gezahlt zahlung zahlungseingang payé payée paiement pagado pagato',
  'pago betaald betaling betald betalt maksettu opłacone zapłacone оплачен оплачено ödendi 支払済 결제완료',
  'paidat paiddate paidon paidondate paidtime orderpaidtime datepaid paymentdate paymentdatetime bezahltam zahldatum zahlungsdatum datepaiement fechapago fechadepago datapagamento betaaldatum',
);
const CONFIRMED = wordsOf('valid isvalid captured iscaptured successful issuccessful issuccess paymentsuccess');
const COMPLETED = wordsOf('completed iscompleted success confirmed isconfirmed approved isapproved finalized');
const VOID = wordsOf(
  'deleted isdeleted deletedat void voided isvoid isvoided voidedat test istest testorder istestorder testmode draft isdraft fraud isfraud fraudulent isfraudulent spam isspam',
  'failed isfailed abandoned isabandoned unpaid isunpaid expired isexpired rejected isrejected gelöscht testbestellung unbezahlt',
);
const PAUSED = wordsOf('paused ispaused onhold isonhold suspended issuspended trashed istrashed pausiert gesperrt');
const RETURNED = wordsOf(
  'returned isreturned returnedat returndate returneddate datereturned isrefunded refundedat isreturn chargeback ischargeback chargedback retourniert retoure zurückgegeben retourné devuelto reso retour',
);

const entries = (names: readonly string[], meaning: FlagMeaning) => names.map((name) => [name, meaning] as const);

/** Columns of yes and no, or of dates, that say whether an order counts, by `plainName`. */
export const FLAGS: ReadonlyMap<string, FlagMeaning> = new Map([
  ...entries(PAID, { no: 'not_bought', isSure: true }),
  ...entries(CONFIRMED, { no: 'not_bought', isSure: true }),
  ...entries(COMPLETED, { no: 'not_bought', isSure: false }),
  ...entries(VOID, { yes: 'not_bought', isSure: true }),
  ...entries(PAUSED, { yes: 'not_bought', isSure: false }),
  ...entries(RETURNED, { yes: 'refunded', isSure: true }),
]);

/** Names of columns with the state of the payment. */
export const PAYMENT_NAMES = wordsOf(
  'paymentstatus paymentstate financialstatus financialstate paystatus billingstatus chargestatus transactionstatus zahlungsstatus zahlstatus zahlungszustand',
  'statutpaiement statutdepaiement statutdupaiement étatdupaiement estadopago estadodepago estadodelpago statopagamento statodelpagamento statusdopagamento statuspagamento',
  'situaçãodopagamento betaalstatus betalingsstatus betalningsstatus maksuntila statuspłatności статусоплаты ödemedurumu 支払状況 결제상태',
);

/** Names of columns with the state of the delivery. */
export const FULFILMENT_NAMES = wordsOf(
  'fulfillmentstatus fulfilmentstatus fulfillmentstate fulfilmentstate shippingstatus shipmentstatus deliverystatus deliverystate shippingstate lieferstatus versandstatus',
  'statutlivraison statutdelivraison estadodeenvío estadoenvío estadodeentrega statospedizione statodellaspedizione statusdaentrega verzendstatus leveringsstatus',
);

/** Words that mean that the payment is missing, in a column about payments only. */
export const UNPAID_WORDS = new Set(
  wordsOf(
    'open offen ouvert abierto aberto aperto due overdue outstanding überfällig fällig created new none no false nein non nee',
    'processing initiated inprogress started scheduled 0 draft due partiallydue invoicesent sent billed',
  ),
);

/** Names of columns that say what kind of document or payment a row is. */
export const TYPE_NAMES: ReadonlySet<string> = new Set(
  wordsOf(
    'type kind linetype itemtype lineitemtype rowtype zeilentyp positionstyp transactiontype transactionkind ordertype documenttype doctype recordtype entrytype operation saletype paymenttype reportingcategory invoicetype',
    'belegart vorgang vorgangsart art typ buchungsart typedocument tipo tipodocumento tipooperacion tipodocument',
  ),
);

const TYPES: readonly (readonly [StatusKind, readonly string[]])[] = [
  [
    'bought',
    wordsOf(
      'sale sales order purchase payment charge invoice receipt checkout capture online pos instore new standard subscription renewal salesorder shoporder',
      'depositinvoice finalinvoice preorder reorder anzahlungsrechnung schlussrechnung teilrechnung abschlagsrechnung barverkauf onlineverkauf verkauf bestellung auftrag rechnung zahlung vente commande facture paiement venta pedido factura pago vendita ordine fattura verkoop bestelling factuur',
    ),
  ],
  [
    'refunded',
    wordsOf(
      'refund refunds refunded return returns returned creditnote creditmemo credit paymentrefund partialrefund salereturn salesreturn reversal chargeback shoporderrefund',
      'gutschrift erstattung rückerstattung retoure rückgabe rechnungskorrektur stornorechnung avoir remboursement retour notadecrédito notadecredito devolución reembolso',
      'notadicredito rimborso reso creditnota terugbetaling teilgutschrift rechnungsstorno storno refundrequest returnorder возврат 返品 返金 退款 환불 반품 iade zwrot korekta',
    ),
  ],
  [
    'not_bought',
    wordsOf(
      'payout withdrawal transfer deposit fee adjustment quote quotation draft void voided cancelled canceled angebot devis topup estimate proforma proformainvoice',
      'deliverynote packingslip reminder dunning lieferschein mahnung kostenvoranschlag proformarechnung bondelivraison préventivo preventivo presupuesto albarán offerte pakbon',
    ),
  ],
];

/** The meaning of a row by its type, as `plainStatus` writes it. A refund takes the amount off. */
export const TYPE_WORDS: ReadonlyMap<string, StatusKind> = new Map(
  TYPES.flatMap(([kind, words]) => words.map((word) => [word, kind] as const)),
);

/** Words of types that mean something else in other columns: a payment may be by "credit", a product may be a "transfer". */
const LOOSE = new Set(
  wordsOf('credit transfer deposit fee adjustment draft void voided return returns returned reminder retour reso storno topup'),
);

/** Returns whether a type says for sure that a row is a refund, or a document that is not a purchase. */
export const isSureType = (plain: string): boolean => !LOOSE.has(plain) && (TYPE_WORDS.get(plain) ?? 'bought') !== 'bought';

/** The meaning of a row among the rows of an order, as `plainStatus` writes its type. A `head` is the sum of the items where items have rows. */
export type LineKind = 'item' | 'head' | 'discount' | 'sum';

const LINES: readonly (readonly [LineKind, readonly string[]])[] = [
  [
    'item',
    wordsOf(
      'lineitem lineitems item items product products saleline orderline orderlines line position artikel produkt shipping shippingline delivery freight versand tax taxes vat',
      'fee fees handling surcharge giftwrap giftcard service simple configurable variation',
    ),
  ],
  ['head', wordsOf('sale order header orderheader bestellung auftrag')],
  ['discount', wordsOf('discount discounts coupon coupons voucher promotion promo rabatt gutschein remise sconto descuento korting')],
  ['sum', wordsOf('total subtotal grandtotal summary payment payments tender balance summe gesamt zahlung')],
];

/** Types of rows of an order. */
export const LINE_WORDS: ReadonlyMap<string, LineKind> = new Map(
  LINES.flatMap(([kind, words]) => words.map((word) => [word, kind] as const)),
);

/** Words that only say that something is still to come. */
export const WAITING = /pend|await|hold|wait|ausstehend|offen|attente|attesa|wachting|oczek|ожид|espera|aguard|unconfirmed|bekleni|väntar/;
