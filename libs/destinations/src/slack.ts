import type { SendResult } from '#libs/delivery';
import { arrived, resultOf, type VendorHttp } from './vendor-http.js';

/** Statuses of an incoming webhook that was removed, or has lost its channel or app. */
const GONE = new Set([403, 404, 410]);
const CODE = /^[a-z_]{1,60}$/;

/** Posts messages to a Slack channel by an incoming webhook. https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export class Slack {
  /** @param url of the incoming webhook; a secret */
  constructor(
    private readonly http: VendorHttp,
    private readonly url: string,
  ) {}

  /** @param text in Slack's markup */
  async post(text: string): Promise<SendResult> {
    const started = performance.now();
    const answer = await this.http.call({ method: 'POST', url: this.url, json: { text } });
    if (answer.kind === 'answered' && answer.status === 200) return arrived(started, 200, 'ok');
    const said = answer.kind === 'answered' && CODE.test(answer.text.trim()) ? `Slack answers: ${answer.text.trim()}.` : null;
    const isKeyRefused = answer.kind === 'answered' && GONE.has(answer.status);
    return { ...resultOf(answer, started, said), isKeyRefused };
  }
}
