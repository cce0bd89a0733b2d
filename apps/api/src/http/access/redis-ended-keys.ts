import { EndedKeys } from '#libs/guards';
import type { RedisConnections } from '#libs/queues';

const CHANNEL = 'churn:ended-keys';

/** Sends the notices through Redis. Without Redis they are lost. */
export class RedisEndedKeys extends EndedKeys {
  private readonly sender: ReturnType<RedisConnections['create']>;
  private readonly receiver: ReturnType<RedisConnections['create']>;

  constructor(connections: RedisConnections) {
    super();
    this.sender = connections.create('client');
    this.receiver = connections.create('subscriber');
    // The connection subscribes again after every interruption.
    this.receiver.subscribe(CHANNEL).catch(() => undefined);
  }

  override publish(hashes: readonly string[]): void {
    this.sender.publish(CHANNEL, hashes.join(' ')).catch(() => undefined);
  }

  override onEnded(listener: (hashes: readonly string[]) => void): void {
    this.receiver.on('message', (_channel, hashes) => listener(String(hashes).split(' ')));
  }
}
