import { statusMeaning } from './order-status.js';

describe('the status of an order', () => {
  it.each([
    ['Completed', 'bought'],
    ['shipped', 'bought'],
    ['', 'bought'],
    ['wc-on-hold', 'not_bought'],
    ['Pending payment', 'not_bought'],
    ['UNPAID', 'not_bought'],
    ['canceled', 'cancelled'],
    ['Storniert', 'cancelled'],
    ['annulée', 'cancelled'],
    ['Refunded', 'refunded'],
    ['Incomplete', 'not_bought'],
    ['Fraud', 'not_bought'],
    ['Canceled by buyer', 'cancelled'],
    ['Anulado', 'cancelled'],
    ['Closed', 'refunded'],
    ['wc-completed', 'bought'],
    ['pending_payment', 'not_bought'],
    ['payment_review', 'not_bought'],
    ['Manual Verification Required', 'not_bought'],
    ['Partially Refunded', 'bought'],
    ['Awaiting check payment', 'not_bought'],
    ['On backorder (not paid)', 'not_bought'],
    ['Storniert / Abgelehnt', 'cancelled'],
    ['refunded_partially', 'bought'],
    ['Shipped - Returned to Seller', 'refunded'],
    ['Canceled Reversal', 'bought'],
    ['Chargeback', 'refunded'],
    ['sale', 'bought'],
    ['cancel', 'cancelled'],
    ['已取消', 'cancelled'],
    ['退款', 'refunded'],
    ['未払い', 'not_bought'],
    ['キャンセル', 'cancelled'],
    ['환불완료', 'refunded'],
    ['입금대기', 'not_bought'],
    ['Impayée', 'not_bought'],
    ['Reembolsado', 'refunded'],
    ['Aguardando pagamento', 'not_bought'],
    ['Rimborsato', 'refunded'],
    ['Отменён', 'cancelled'],
    ['Возврат', 'refunded'],
    ['Onbetaald', 'not_bought'],
    ['Geannuleerd', 'cancelled'],
    ['Zwrócone', 'refunded'],
    ['Nieopłacone', 'not_bought'],
    ['İptal edildi', 'cancelled'],
    ['iade edildi', 'refunded'],
  ])('%p means %s', (status, kind) => {
    expect(statusMeaning(status).kind).toBe(kind);
  });

  it.each([
    ['Annulée par le client', 'cancelled'],
    ['Refund in progress', 'refunded'],
    ['Delvis refundert', 'bought'],
    ['Not paid yet', 'not_bought'],
    ['Zorgvuldig', 'bought'],
    ['Nicht storniert', 'bought'],
    ['Not refunded', 'bought'],
    ['En espera de pago', 'not_bought'],
    ['Pago rechazado', 'not_bought'],
    ['Pagamento recusado', 'not_bought'],
    ['Pagamento non riuscito', 'not_bought'],
    ['Płatność odrzucona', 'not_bought'],
    ['Ödeme hâlâ bekleniyor', 'not_bought'],
    ['Niet betaald door klant', 'not_bought'],
    ['Estorno parcelado', 'refunded'],
    ['Рассрочка: аннулирован', 'cancelled'],
    ['Zahlung noch ausstehend', 'not_bought'],
    ['Ожидание оплаты банком', 'not_bought'],
    ['支付失败', 'not_bought'],
    ['已关闭', 'cancelled'],
    ['Zrušena zákazníkem', 'cancelled'],
    ['Wordt geretourneerd', 'refunded'],
    ['Return to origin', 'refunded'],
  ])('is not known, and %p is taken for %s', (status, kind) => {
    expect(statusMeaning(status)).toEqual({ kind, isKnown: false });
  });

  it('means what its owner says', () => {
    expect(statusMeaning('Closed', { closed: 'bought' })).toEqual({ kind: 'bought', isKnown: true });
    expect(statusMeaning('constructor')).toEqual({ kind: 'bought', isKnown: false });
  });

  it('is compared by its beginning when it is long', () => {
    expect(statusMeaning(`Cancelled ${'wacht'.repeat(100_000)}`)).toEqual({ kind: 'cancelled', isKnown: false });
  });
});
