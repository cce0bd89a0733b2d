/** The meaning of an order's status. Every unknown status is `bought`. */
export type StatusKind = 'bought' | 'not_bought' | 'cancelled' | 'refunded';

/** Statuses of carts, of missing and failed payments, and of cancelled and refunded orders, in the words of common shop systems. */
const WORDS: Readonly<Record<Exclude<StatusKind, 'bought'>, string>> = {
  not_bought:
    'pending pendingpayment paymentpending awaitingpayment onhold failed paymentfailed declined unpaid voided expired abandoned draft ' +
    'checkoutdraft trash autodraft ausstehend inwartestellung fehlgeschlagen unbezahlt entwurf enattente échoué échouée brouillon ' +
    'pendiente fallido borrador inattesa fallito bozza mislukt concept',
  cancelled:
    'cancelled canceled storniert annulliert annulé annulée annullato annullata cancelado cancelada geannuleerd avbruten annulleret ' +
    'anulowane anulowano',
  refunded:
    'refunded fullyrefunded erstattet rückerstattet remboursé remboursée reembolsado reembolsada rimborsato rimborsata terugbetaald',
};

const KINDS: ReadonlyMap<string, StatusKind> = new Map(
  (Object.keys(WORDS) as (keyof typeof WORDS)[]).flatMap((kind) => WORDS[kind].split(' ').map((word) => [word, kind] as const)),
);

/** Returns what a status says, whatever its case, blanks and punctuation. */
export const statusKindOf = (status: string): StatusKind =>
  KINDS.get(
    status
      .normalize('NFC')
      .toLowerCase()
      .replace(/^wc-/, '')
      .replaceAll(/[^\p{L}]/gu, ''),
  ) ?? 'bought';
