import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, DAY_MS, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { SecretBox } from '#libs/tenants';
import { digestMail, nextDigest, queueToReader, readNews, readReaders } from '#libs/digest';
import { Log } from '#libs/observability';
import type { Leased } from '../../runner/leases.js';
import type { Stage } from '../../runner/stage.js';
import { type DigestPlace, findDueDigests, planDigest, takeDigest } from './digests.sql.js';

/** Time after which an unsent digest mail is out of date. */
const LIFETIME_MS = 2 * DAY_MS;

/**
 * Mails the weekly digest to people, on Mondays at eight in the time zone of the tenant. The transaction that queues the mails also sets the next
 * time, so each mail is queued once.
 */
@Injectable()
export class SendDigests implements Stage<TenantId> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly box: SecretBox,
    private readonly log: Log,
  ) {}

  findDue(): Promise<TenantId[]> {
    return findDueDigests(this.database, this.clock.now());
  }

  leaseOf(tenantId: TenantId): Leased {
    return { tenantId, kind: 'digest', subject: tenantId };
  }

  async work(tenantId: TenantId): Promise<boolean> {
    const now = this.clock.now();
    const mails = await this.queue(tenantId, now);
    if (mails > 0) this.log.info('digest.written', { tenantId, mails });
    return false;
  }

  /** Queues the mails that are due, and plans the next ones. @returns the number of queued mails */
  private queue(tenantId: TenantId, now: Date): Promise<number> {
    return this.database.transaction(tenantId, async (db) => {
      const place = await takeDigest(db, now);
      if (place === null) return 0;
      await planDigest(db, nextDigest(place.timezone, now));
      return isDue(place, now) ? this.write(db, place, now) : 0;
    });
  }

  private async write(db: TenantDb, { timezone }: DigestPlace, now: Date): Promise<number> {
    const readers = await readReaders(db);
    const digest = readers.length === 0 ? null : await readNews(db, timezone, now);
    // A shop without customers gets no digest.
    if (digest === null) return 0;
    const { dashboardUrl, api } = this.config;
    const post = { box: this.box, links: { dashboardUrl, publicUrl: api.publicUrl }, times: { now, lifetimeMs: LIFETIME_MS } };
    for (const reader of readers) await queueToReader(db, reader, post, (to, place) => digestMail(to, digest, place));
    return readers.length;
  }
}

/** Returns whether the weekly time was within the last day. A shop that changes its time zone may be planned for another time. */
const isDue = ({ timezone }: DigestPlace, now: Date): boolean => nextDigest(timezone, new Date(now.getTime() - DAY_MS)) <= now;
