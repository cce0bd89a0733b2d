import type { Response } from 'express';
import type { SignedCall, StorefrontCall } from '#libs/guards';
import type { Taken } from './platform-events.js';

/** Handles a call and answers with the status that its platform expects. WooCommerce pings and all Shopline webhooks must get 200. */
export async function answerTo(call: StorefrontCall, response: Response, take: (call: SignedCall) => Promise<Taken>): Promise<Taken> {
  if (call.kind === 'ping') {
    response.status(200);
    return { accepted: 0, rejected: 0 };
  }
  const taken = await take(call);
  if (call.headers.family === 'shopline') response.status(200);
  return taken;
}
