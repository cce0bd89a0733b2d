import type { ProfilesUpdated, TenantId } from '#libs/core';
import type { Database } from '#libs/database';
import type { SendResult } from '#libs/delivery';
import { arrived, type Profile } from '#libs/destinations';
import type { Protocol, ProtocolAttempt } from './protocol.js';
import type { ReadProfiles } from './read-profiles.js';

/**
 * Pushes the values that customers have at the moment of sending, so an attempt that comes late, or a replay, brings no old ones back. One
 * request after the other, because two at the same time could arrive in the wrong order.
 */
export class ProfileProtocol implements Protocol {
  readonly atOnce = 1;
  readonly isLarge = true;

  constructor(
    private readonly database: Database,
    private readonly tenantId: TenantId,
    private readonly profiles: ReadProfiles,
    private readonly push: (profiles: readonly Profile[], signal: AbortSignal) => Promise<SendResult>,
  ) {}

  async send({ body, signal }: ProtocolAttempt): Promise<SendResult> {
    const started = performance.now();
    const { customer_ids: ids } = JSON.parse(body) as ProfilesUpdated;
    const profiles = await this.database.transaction(this.tenantId, (db) => this.profiles.read(db, ids));
    const result = profiles.length === 0 ? arrived(started, null, 'None of these customers is left.') : await this.push(profiles, signal);
    if (signal.aborted) throw new Error('the attempt was aborted');
    return { ...result, durationMs: Math.round(performance.now() - started) };
  }
}
