import type { Response } from 'express';
import type { StorefrontCall } from '#libs/guards';
import type { Taken } from './platform-events.js';
import type { SignedCall } from './take-webhook.js';

/** Takes a call, and answers as its platform wants to be answered: a ping of WooCommerce and any webhook of Shopline must get 200. */
export async function answerTo(call: StorefrontCall, response: Response, take: (call: SignedCall) => Promise<Taken>): Promise<Taken> {
  if (call.kind === 'ping') {
    response.status(200);
    return { accepted: 0, rejected: 0 };
  }
  const taken = await take(call);
  if (call.headers.family === 'shopline') response.status(200);
  return taken;
}
