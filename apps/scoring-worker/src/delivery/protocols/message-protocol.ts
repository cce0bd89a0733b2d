import type { SendResult } from '#libs/delivery';
import type { Slack } from '#libs/destinations';
import type { Protocol, ProtocolAttempt } from './protocol.js';

/** Posts messages for people, one after the other: Slack takes one a second. */
export class MessageProtocol implements Protocol {
  readonly atOnce = 1;
  readonly isLarge = false;

  constructor(private readonly slack: Slack) {}

  async send({ body, signal }: ProtocolAttempt): Promise<SendResult> {
    const result = await this.slack.post((JSON.parse(body) as { text: string }).text);
    if (signal.aborted) throw new Error('the attempt was aborted');
    return result;
  }
}
