import { DAY_MS } from '#libs/core';
import type { ComplianceRequest } from './compliance-request.js';

/** The history of a shop with one tenant. */
export interface ShopStanding {
  /** The beginning of the current connection; null without one, and while it is pending. */
  readonly connectedAt: Date | null;
  readonly isConnected: boolean;
  /** The end of the last connection; null when none has ended. */
  readonly disconnectedAt: Date | null;
  /** The last webhook of the shop that the tenant's own server passed on; null without any. */
  readonly passedOnAt: Date | null;
}

/** A call of a platform. Only its body is signed. */
export interface ComplianceCall {
  readonly kind: Exclude<ComplianceRequest['kind'], 'none'>;
  readonly sentAt: Date | null;
  /** The time when a call with the same body was carried out; null: never. */
  readonly acceptedAt: Date | null;
  /** The shop has sent something about the customer of the call since then. */
  readonly hasComeBack: boolean;
}

/** A platform asks for the erasure of a shop days after the shop has removed the app, so the shop has sent nothing for this long. */
const QUIET_MS = DAY_MS;

/** Returns whether the call is older than the current connection. It is then late, and about an earlier connection. */
export const isFromBefore = ({ kind, sentAt }: ComplianceCall, { connectedAt }: ShopStanding): boolean =>
  kind !== 'data_request' && sentAt !== null && connectedAt !== null && sentAt < connectedAt;

/**
 * Returns whether the call is a replay. The signature of a call does not expire, so anyone who has seen the call can send it again. The body is the
 * same each time. The erasure of a customer therefore counts again only when the customer has bought since, and that of a shop only when the shop
 * has left since: its connection ended, or the webhooks that the tenant's server forwards have stopped.
 */
export function isReplay({ kind, acceptedAt, hasComeBack }: ComplianceCall, shop: ShopStanding, now: Date): boolean {
  if (acceptedAt === null) return false;
  switch (kind) {
    // The request is stored once per id and day, so a replay does no harm.
    case 'data_request':
      return false;
    case 'redact_customer':
      return !hasComeBack;
    // The platform is asked whether it is true.
    case 'uninstalled':
      return false;
    case 'redact_shop':
      return !hasLeftSince(acceptedAt, shop, now);
  }
}

function hasLeftSince(at: Date, { isConnected, disconnectedAt, passedOnAt }: ShopStanding, now: Date): boolean {
  if (isConnected) return false;
  if (disconnectedAt !== null && disconnectedAt > at) return true;
  return passedOnAt !== null && passedOnAt > at && now.getTime() - passedOnAt.getTime() >= QUIET_MS;
}
