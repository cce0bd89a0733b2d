import { ATTEMPT_TIMEOUT_MS, deliveryHeaders, type Sender, type SendResult, type SignedAttempt, type SigningKeys } from '#libs/delivery';

/** One attempt of a delivery. */
export interface ProtocolAttempt extends SignedAttempt {
  readonly at: Date;
  /** State of an attempt in progress; null when it begins. */
  readonly progress: object | null;
  /** Aborts the attempt; `send` then throws. */
  readonly signal: AbortSignal;
}

/** Turns deliveries to one kind of destination into HTTP calls, and their answers into results. */
export interface Protocol {
  /** Attempts at the same time, over all workers. */
  readonly atOnce: number;
  /** True when `send` makes a large request of a small body, so that it takes a slot for large ones and reads the body at the last moment. */
  readonly isLarge: boolean;
  /** @throws only when the signal aborts it, or the database is unreachable. */
  send(attempt: ProtocolAttempt): Promise<SendResult>;
}

/** Attempts to one server at the same time. */
const WEBHOOKS_AT_ONCE = 5;

/** Posts bodies as they are, signed. */
export class WebhookProtocol implements Protocol {
  readonly atOnce = WEBHOOKS_AT_ONCE;
  readonly isLarge = false;

  constructor(
    private readonly sender: Sender,
    private readonly url: string,
    private readonly keys: readonly SigningKeys[],
  ) {}

  send({ at, signal, ...attempt }: ProtocolAttempt): Promise<SendResult> {
    const { sender, url } = this;
    return sender.send({
      url,
      headers: deliveryHeaders(attempt, this.keys, at),
      body: attempt.body,
      timeoutMs: ATTEMPT_TIMEOUT_MS,
      signal,
    });
  }
}
