import { statusMeaning } from './order-status.js';

/** The words of the twelve largest languages of e-commerce, in the forms that shop systems show. */
const LANGUAGES: readonly (readonly [language: string, cancelled: string, refunded: string, unpaid: string])[] = [
  ['English', 'Cancelled|Canceled|Order cancelled', 'Refunded|Fully refunded|Returned', 'Unpaid|Not paid|Awaiting payment|Pending payment'],
  ['Chinese', '已取消|取消订单|订单取消|交易关闭', '已退款|退款成功|全额退款|已退货', '未付款|待付款|等待付款|未支付|待支付'],
  [
    'Japanese',
    'キャンセル|キャンセル済み|取消済み|注文取消',
    '返金|返金済み|返金済|払い戻し済み|払戻済み|返品|返品済み',
    '未払い|未入金|支払い待ち|入金待ち|未決済',
  ],
  [
    'Korean',
    '취소|취소됨|주문취소|취소완료|주문 취소됨',
    '환불|환불됨|환불완료|반품완료|반품',
    '미결제|미입금|결제대기|입금대기|결제 대기중',
  ],
  [
    'German',
    'Storniert|Stornierung|Abgebrochen|Annulliert',
    'Erstattet|Rückerstattet|Zurückerstattet|Rückerstattung|Erstattung|Zurückgezahlt|Retourniert|Gutgeschrieben',
    'Unbezahlt|Nicht bezahlt|Zahlung ausstehend|Offen (unbezahlt)|Zahlung offen|Wartet auf Zahlung|Ausstehende Zahlung|Warten auf Zahlungseingang',
  ],
  [
    'French',
    'Annulée|Annulé|Commande annulée',
    'Remboursé|Remboursée|Remboursement effectué|Remboursement|Remboursés',
    'Impayée|Impayé|Non payée|En attente de paiement|Attente paiement',
  ],
  [
    'Spanish',
    'Cancelado|Cancelada|Anulado|Pedido cancelado',
    'Reembolsado|Reembolsada|Devuelto|Reembolso|Reintegrado',
    'Impagado|No pagado|Pendiente de pago|Sin pagar|Pago pendiente',
  ],
  [
    'Portuguese',
    'Cancelado|Cancelada|Pedido cancelado',
    'Reembolsado|Reembolsada|Devolvido|Estornado|Reembolso|Estorno',
    'Não pago|Aguardando pagamento|Pagamento pendente|Pendente',
  ],
  [
    'Italian',
    'Annullato|Annullata|Cancellato|Cancellata|Ordine annullato',
    'Rimborsato|Rimborsata|Rimborso|Reso|Restituito',
    'Non pagato|Non pagata|In attesa di pagamento|In attesa del pagamento|Da pagare',
  ],
  [
    'Russian',
    'Отменён|Отменен|Отменено|Отмена|Аннулирован',
    'Возвращён|Возврат|Возврат средств|Деньги возвращены',
    'Не оплачен|Неоплачен|Ожидает оплаты|Ожидание оплаты|Не оплачено',
  ],
  [
    'Dutch',
    'Geannuleerd|Annulering|Bestelling geannuleerd',
    'Terugbetaald|Gerestitueerd|Geretourneerd|Terugbetaling',
    'Onbetaald|Niet betaald|Wacht op betaling|In afwachting van betaling|Openstaand',
  ],
  [
    'Polish',
    'Anulowane|Anulowano|Anulowany|Anulowana|Zamówienie anulowane',
    'Zwrócone|Zwrócono|Zwrot|Zwrot środków|Zwrócony|Zrefundowane',
    'Nieopłacone|Niezapłacone|Oczekuje na płatność|Oczekiwanie na płatność|Nieopłacony',
  ],
  [
    'Turkish',
    'İptal edildi|İptal|İptal Edilen',
    'İade edildi|İade|Para iadesi|Geri ödendi',
    'Ödenmedi|Ödeme bekleniyor|Ödeme bekliyor|Ödenmemiş',
  ],
];

/** The statuses that each system begins with. Where one means something else in the export of a system, `layouts.spec` tests it. */
const SYSTEMS: readonly (readonly [system: string, cancelled: string, refunded: string, unbought: string, bought: string])[] = [
  ['Shopify', '', 'refunded', '', 'paid|partially_paid|partially_refunded|authorized|fulfilled|unfulfilled|partial|restocked'],
  [
    'WooCommerce',
    'cancelled|wc-cancelled',
    'refunded',
    'pending|on-hold|failed|checkout-draft|trash|Pending payment|Draft',
    'processing|completed',
  ],
  [
    'Magento',
    'canceled',
    '',
    'pending_payment|payment_review|holded|fraud|pending_paypal|Suspected Fraud|On Hold',
    'processing|complete|new',
  ],
  [
    'BigCommerce',
    'Cancelled',
    'Refunded',
    'Incomplete|Pending|Declined|Awaiting Payment|Manual Verification Required',
    'Awaiting Fulfillment|Awaiting Shipment|Awaiting Pickup|Partially Shipped|Shipped|Completed|Partially Refunded|Disputed',
  ],
  [
    'PrestaShop',
    'Canceled',
    'Refunded',
    'Awaiting check payment|Awaiting bank wire payment|Payment error|On backorder (not paid)|Awaiting PayPal payment',
    'Payment accepted|Processing in progress|Shipped|Delivered|On backorder (paid)|Remote payment accepted|Awaiting Cash On Delivery validation|Partial refund|Partial payment',
  ],
  [
    'Shopware',
    'cancelled|Cancelled',
    'refunded|returned|Chargeback',
    'Failed|Unconfirmed',
    'Done|In Progress|Completed|Paid|Paid (partially)|Refunded (partially)|Reminded|Shipped|Shipped (partially)|Returned (partially)',
  ],
  ['Squarespace', 'CANCELED', 'REFUNDED', '', 'PENDING FULFILLMENT|FULFILLED|PAID|PARTIALLY_REFUNDED'],
  [
    'Etsy',
    'Canceled|Cancelled',
    'Fully Refunded|Refunded',
    'Payment Processing|Unpaid',
    'Paid|Completed|Open|Partially Refunded|Unshipped|Not Shipped|Pre-transit|In transit|Shipped|Delivered',
  ],
  [
    'Amazon',
    'Cancelled|Canceled|Shipped - Rejected by Buyer|Shipped - Lost in Transit|Unfulfillable',
    'Shipped - Returned to Seller|Shipped - Returning to Seller',
    'Pending|Pending Availability|InvoiceUnconfirmed',
    'Unshipped|PartiallyShipped|Shipped|Shipped - Delivered to Buyer|Shipped - Picked Up|Shipped - Out for Delivery|Shipped - In Transit|Shipping',
  ],
  [
    'eBay',
    'Cancelled|Canceled|CancelComplete|Order cancelled|CANCELED',
    'Refunded|FULLY_REFUNDED|Returned',
    'Awaiting payment|Unpaid|Pending|FAILED',
    'Paid|Awaiting shipment|Awaiting dispatch|Dispatched|Paid and shipped|Shipped|Completed|PARTIALLY_REFUNDED|NOT_STARTED|IN_PROGRESS|Active|Delivered',
  ],
  [
    'OpenCart',
    'Canceled|Reversed',
    'Refunded|Chargeback',
    'Pending|Failed|Denied|Expired|Voided',
    'Processing|Processed|Shipped|Complete|Canceled Reversal',
  ],
  [
    'Odoo',
    'Cancelled|cancel|Reversed',
    '',
    'Quotation|Quotation Sent|draft|Not Paid|not_paid',
    'Sales Order|sale|done|Locked|Paid|In Payment|in_payment|Partially Paid|Posted|Fully Invoiced|To Invoice',
  ],
];
const forms = (text: string): string[] => text.split('|').filter((one) => one !== '');
/** Returns the statuses that are taken for something else, or only guessed. */
const missed = (text: string, kind: string): string[] =>
  forms(text).filter((status) => {
    const meaning = statusMeaning(status);
    return meaning.kind !== kind || !meaning.isKnown;
  });

describe('The words for the state of an order', () => {
  it('are those of twelve languages beside English', () => {
    expect(LANGUAGES).toHaveLength(13);
  });

  it.each(
    LANGUAGES.flatMap(([language, ...words]) =>
      (['cancelled', 'refunded', 'not_bought'] as const).map((kind, i) => [language, kind, words[i] ?? '']),
    ),
  )('are known in %s: %s', (_, kind, words) => {
    expect(forms(words).length).toBeGreaterThan(0);
    expect(missed(words, kind)).toEqual([]);
  });

  it.each(SYSTEMS)('are those of %s', (_, cancelled, refunded, unbought, bought) => {
    expect(missed(cancelled, 'cancelled')).toEqual([]);
    expect(missed(refunded, 'refunded')).toEqual([]);
    expect(missed(unbought, 'not_bought')).toEqual([]);
    expect(missed(bought, 'bought')).toEqual([]);
  });
});
