/** The meaning of an order's status. */
export type StatusKind = 'bought' | 'not_bought' | 'cancelled' | 'refunded';
export const STATUS_KINDS: readonly StatusKind[] = ['bought', 'not_bought', 'cancelled', 'refunded'];

/**
 * Whole statuses, without blanks and punctuation: those of Shopify, WooCommerce, Magento, BigCommerce, PrestaShop, Shopware, Squarespace, Etsy,
 * Amazon, eBay, OpenCart and Odoo, then the same words in Chinese, Japanese, Korean, German, French, Spanish, Portuguese, Italian, Russian,
 * Dutch, Polish and Turkish, and in the Nordic languages. `not_bought` is a cart, or a payment that is missing or has failed.
 */
export const STATUS_WORDS: Readonly<Record<StatusKind, string>> = {
  bought: `
    paid complete completed processing processed fulfilled unfulfilled partial partiallyfulfilled shipped partiallyshipped unshipped delivered
    partiallypaid partiallyrefunded partialrefund refundedpartially paidpartially authorized open inprogress inprocess picking packed ready
    readyforpickup readytoship awaitingshipment awaitingfulfillment awaitingfulfilment awaitingpickup awaitingcashondeliveryvalidation
    paymentaccepted remotepaymentaccepted preparationinprogress processinginprogress onbackorderpaid captured succeeded success successful
    sale salesorder done sent settled awaitingprocessing notyetshipped notshipped shippingnotrequired outfordelivery invoiced confirmed shippeddeliveredtobuyer shippedpickedup shippedoutfordelivery shipping pickedup
    shippedintransit intransit dispatched received accepted approved canceledreversal cancelledreversal paymentreceived fullypaid closedwon locked creditowed
    已付款 已完成 已发货 已收货 交易成功 待发货 已送达 入金済み 支払い済み 支払済 発送済み 完了 配送完了 결제완료 배송완료 배송중 구매확정 배송준비중
    bezahlt vollständigbezahlt komplettbezahlt teilweisebezahlt 1mahnung 2mahnung 3mahnung inkasso komplettinrechnunggestellt teilbezahlt abgeschlossen komplettabgeschlossen inbearbeitung versandt versendet
    geliefert zugestellt komplettausgeliefert teilweiseausgeliefert zurlieferungbereit fertig erledigt teilweiseerstattet
    payé payée terminé terminée expédié expédiée livré livrée encours encoursdepréparation encoursdelivraison paiementaccepté traité traitée
    paiementàdistanceaccepté pagado pagada completado completada enviado enviada entregado entregada procesando pagoaceptado preparaciónenproceso
    pago paga concluído concluída concluido entregue enviados processando finalizado finalizada pagata pagato completato completata spedito
    spedita consegnato consegnata inlavorazione оплачен оплачено выполнен выполнено завершен завершён доставлен отправлен вобработке
    betaald voltooid afgerond verzonden geleverd inbehandeling opłacone zapłacone zrealizowane zakończone wysłane dostarczone wrealizacji
    ödendi tamamlandı kargolandı teslimedildi hazırlanıyor betald betalt slutförd fuldført fullført levererad leveret levert skickad sendt
    maksettu valmis toimitettu
    restocked new disputed partialpayment reminded shippedpartially returnedpartially pendingfulfillment pretransit awaitingdispatch
    paidandshipped notstarted active inpayment posted fullyinvoiced toinvoice
  `,
  not_bought: `
    pending pendingpayment paymentpending awaitingpayment awaitingpaymentauthorization awaitingcheckpayment awaitingcheckpayments
    awaitingbankwirepayment awaitingbankwire awaitingpaypalpayment onhold hold holded incomplete failed failure paymentfailed paymenterror
    declined denied rejected unpaid notpaid voided expired abandoned draft quotation quotationsent quote checkoutdraft trash autodraft
    balancedue paymentreview pendingpaypal fraud suspectedfraud manualverificationrequired requirespaymentmethod requiresaction requiresconfirmation
    requirescapture uncaptured blocked onbackordernotpaid paymentprocessing invoiceunconfirmed pendingavailability unconfirmed spam waiting
    待付款 未付款 等待付款 付款失败 未払い 支払い待ち 入金待ち 支払待ち 결제대기 입금대기 미결제 결제실패
    ausstehend inwartestellung fehlgeschlagen unbezahlt entwurf zahlungausstehend nichtbezahlt wartetaufzahlung zahlungfehlgeschlagen abgelehnt
    enattente enattentedepaiement enattentedupaiement enattentedupaiementparchèque enattentedepaiementparchèque enattentedevirementbancaire échoué échouée impayé impayée
    brouillon erreurdepaiement nonpayé nonpayée pendiente pendientedepago fallido borrador impagado nopagado enespera pagofallido
    errordepago pendente aguardandopagamento aguardandopagamentos nãopago nãopaga falhou rascunho recusado inattesa inattesadipagamento fallito
    bozza nonpagato nonpagata ожидаетоплаты неоплачен неоплачено ошибкаоплаты черновик mislukt concept onbetaald wachtopbetaling inafwachting
    nieopłacone niezapłacone oczekujenapłatność oczekujące nieudane szkic ödemebekliyor ödenmedi ödemebaşarısız taslak
    zahlungoffen offeneforderung nichtabgeschlossen obetald ubetalt misslyckad mislykket utkast kladde maksamatta
    未支付 待支付 未入金 未決済 支払待 미입금 결제대기중 입금대기중 미납 offenunbezahlt ausstehendezahlung wartenaufzahlungseingang wartenaufzahlung nichtgezahlt
    attentepaiement paiementenattente nonréglé nonréglée sinpagar pagopendiente sinabonar pagamentopendente sempagamento
    pagamentoinattesa inattesadelpagamento dapagare insoluto ожиданиеоплаты ожидаетплатежа nietbetaald inafwachtingvanbetaling
    openstaand wachtenopbetaling nieopłacony nieopłacona niezapłacony niezapłacona oczekiwanienapłatność brakpłatności ödemebekleniyor
    ödenmemiş
  `,
  cancelled: `
    cancelled canceled cancel cancelledbybuyer canceledbybuyer cancelledbyseller canceledbyseller buyercancelled sellercancelled void reversed willnotdeliver willnotship
    paypalcanceledreversal paypalreversed unfulfillable shippedrejectedbybuyer shippedlostintransit rejectedbybuyer annulled
    已取消 交易关闭 取消 キャンセル キャンセル済み 取消済み 취소 취소완료 주문취소
    storniert stornierung bestellungstorniert dervorgangwurdeabgebrochen annulliert abgebrochen storno storniertabgelehnt annulé annulée annulés annulées anulado anulada cancelado cancelada
    cancelados cancelada annullato annullata отменен отменён отменено отменена geannuleerd anulowane anulowano anulowany iptal iptaledildi
    avbruten avbrutt annulleret annullert makuleret kanseleret peruutettu peruttu avbeställd
    ordercancelled ordercanceled cancelcomplete 取消订单 订单取消 订单已取消 注文取消 注文キャンセル 取り消し 取消し 취소됨 주문취소됨 취소처리 취소처리완료 storniertebestellung
    commandeannulée pedidocancelado pedidoanulado cancellato cancellata ordineannullato ordinecancellato отмена отменёнклиентом
    аннулирован аннулировано annulering bestellinggeannuleerd anulowana anulowaneprzezklienta anulowanie zamówienieanulowane iptaledilen
    iptaledilmiş siparişiptaledildi
  `,
  refunded: `
    refunded fullyrefunded refundedfully completelyrefunded chargeback chargedback returned shippedreturnedtoseller shippedreturningtoseller
    closed refund return disputedlost
    已退款 退款 退款成功 返金済み 返金 返品 환불 환불완료 반품완료
    erstattet rückerstattet zurückerstattet vollständigerstattet retourniert zurückgegeben gutgeschrieben wiedergutschrift rückgabe geldzurück remboursé remboursée retourné retournée
    reembolsado reembolsada devuelto devuelta devolvido devolvida estornado estornada rimborsato rimborsata reso возвращен возвращён возвращено
    возврат terugbetaald geretourneerd zwrócone zwrot zwrócono iadeedildi iade återbetald refunderet refundert hyvitetty palautettu
    全额退款 已退货 退货成功 返金済 返金完了 払い戻し 払い戻し済み 払戻済み 払戻し済み 返品済み 返品済 환불됨 환불처리 환불처리완료 반품 반품됨 rückerstattung erstattung zurückgezahlt rückgezahlt
    geldzurückerstattet remboursement remboursementeffectué remboursés remboursées reembolso reintegrado reintegrada pedidoreembolsado
    estorno devolução restituito restituita rimborso rimborsati возвратсредств деньгивозвращены возвращены gerestitueerd restitutie
    terugbetaling gecrediteerd zwrotśrodków zwrócony zwrócona zrefundowane zwrotpieniędzy paraiadesi geriödendi geriödemeyapıldı
  `,
};

/** Parts of statuses that no list has, in the order of asking: "partially refunded" before "refunded", "not paid" before "paid". */
export const STATUS_PARTS: readonly (readonly [part: RegExp, kind: StatusKind])[] = [
  [/partial|teilweise|^teil|partiel|parcial|parzial|gedeeltelijk|częściow|частич|delvis|kısmi|一部|部分|부분/, 'bought'],
  [/^(?:not|no|non|nicht|niet|não|не|nie|ikke|inte)(?:cancel|storn|annul|cancelad|anul|отмен|refund|erstatt|rembours|return)/, 'bought'],
  [
    /unpaid|notpaid|nietbetaald|nichtgezahlt|sinpagar|dapagare|未支付|待支付|未入金|미입금|ödenmemiş|nichtbezahlt|unbezahlt|impay|impag|nonpa|nopag|onbetaald|nieopłac|niezapłac|неоплач|неоплат|nãopag|ödenme|未払|未付|미결제/,
    'not_bought',
  ],
  [
    /cancel|(?<!e)storn|annul|аннулир|anulad|anulat|anulow|отмен|скасован|iptal|avbrut|avbest|peruut|zrušen|törölt|törölv|ακυρ|dibatalkan|hủy|ملغ|ยกเลก|取消|已关闭|취소|キャンセル/,
    'cancelled',
  ],
  [
    /refund|erstatt|zurückgezahlt|estorn|restitu|reintegr|払い?戻|geriöd|rembours|reembol|rimbors|terugbet|retourne|retourontv|zwróc|zwrot|возвр|chargeback|disputelost|iade|återbet|rückläuf|retour|returnto|rto$|devuelt|devolv|退款|退货|返金|返品|환불|반품/,
    'refunded',
  ],
  [
    /fail|declin|denied|reject|error|expired|abandon|incomplete|fraud|pendingpay|awaitingpay|paymentpending|fehlgeschl|échou|refusé|rechaz|recusad|rifiutat|nonriuscit|geweigerd|odrzuc|nieudan|отклон|неудач|reddedil|başarısız|失败|失敗|拒否|실패|거절/,
    'not_bought',
  ],
  [
    /(?:attente|espera|aguard|attesa|pendien|penden|ausstehend|wacht|oczek|ожида|wartet|wartend|warten|bekle|väntar|avventer).*(?:pa[gy]|betal|płat|оплат|zahlung|öde)|(?:zahlung|betal|öde|płat|оплат|pag).*(?:wartet|offen|ausstehend|pend|attes|attent|bekle|väntar|oczek|ожида)|(?:待|等待)(?:付款|支付)|(?:入金|支払い?)待|(?:결제|입금)대기/,
    'not_bought',
  ],
  [/^test(?:order|bestell|commande)?$|duplicate|duplikat/, 'not_bought'],
];
