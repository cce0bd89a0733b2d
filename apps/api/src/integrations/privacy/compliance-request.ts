import { idIn, isObject, ownId, type Fields } from '#libs/storefront';

/** A platform's request about the data of a customer or a shop. */
export type ComplianceRequest =
  | { readonly kind: 'data_request' | 'redact_customer'; readonly subject: Subject }
  | { readonly kind: 'redact_shop' }
  | { readonly kind: 'uninstalled' }
  | { readonly kind: 'none' };

/** The identifiers by which we may know a customer. */
export interface Subject {
  /** The platform's id of the request; '' when it has none. */
  readonly reference: string;
  readonly customerId: string | null;
  /** In lower case. We do not store it. */
  readonly email: string | null;
  readonly orderIds: readonly string[];
}

/**
 * Reads the request. The topic is not signed, so a body that clearly belongs to another topic gives no request.
 * @param body any JSON value that the platform signed.
 */
export function readComplianceRequest(topic: string | null, body: unknown): ComplianceRequest {
  const fields = isObject(body) ? body : {};
  switch (topic?.trim().toLowerCase()) {
    case 'customers/data_request':
      return { kind: 'data_request', subject: subjectOf(fields, 'orders_requested') };
    case 'customers/redact':
      return 'data_request' in fields ? { kind: 'none' } : { kind: 'redact_customer', subject: subjectOf(fields, 'orders_to_redact') };
    case 'shop/redact':
    // Shopline's name of the topic.
    case 'merchants/redact':
      return { kind: 'customer' in fields || 'myshopify_domain' in fields ? 'none' : 'redact_shop' };
    case 'app/uninstalled':
      return { kind: 'customer' in fields ? 'none' : 'uninstalled' };
    case 'apps/installed_uninstalled':
      return { kind: fields['operate'] === 'UNINSTALL' ? 'uninstalled' : 'none' };
    case undefined:
    default:
      return { kind: 'none' };
  }
}

const MOST_ORDERS = 1000;

function subjectOf(fields: Fields, orders: string): Subject {
  const customer = isObject(fields['customer']) ? fields['customer'] : {};
  const request = isObject(fields['data_request']) ? fields['data_request'] : {};
  const listed = Array.isArray(fields[orders]) ? (fields[orders] as unknown[]) : [];
  const email = customer['email'];
  return {
    reference: idIn(request, 'id') ?? '',
    customerId: ownId(customer),
    email: typeof email === 'string' && email.includes('@') ? email.normalize('NFC').trim().toLowerCase() : null,
    orderIds: listed.slice(0, MOST_ORDERS).flatMap((id) => idIn({ id }, 'id') ?? []),
  };
}
