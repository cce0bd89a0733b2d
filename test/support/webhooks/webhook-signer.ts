import { createHmac } from 'node:crypto';

/** Signs as a merchant does who has read our documentation, and nothing of our code. */
const hmac = (key: string | Buffer, ...parts: (string | Buffer)[]): Buffer => {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
};

/** The 32 bytes that a webhook secret is written for. */
export const bytesOf = (secret: string): Buffer => Buffer.from(secret.replace('whsec_', ''), 'base64');

/** `sha256=<hex>` over the body. */
export const sha256Signature = (key: string | Buffer, body: string | Buffer): string => `sha256=${hmac(key, body).toString('hex')}`;

/** Returns the three headers of Standard Webhooks, signed now or that many seconds from now. */
export function standardHeaders(secret: string, body: string | Buffer, aheadSeconds = 0): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000) + aheadSeconds);
  const signature = hmac(bytesOf(secret), `msg_1.${timestamp}.`, body).toString('base64');
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
