import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/core';
import { ExplainScore } from '#libs/customers';
import { Database } from '#libs/database';
import { Vendors } from '#libs/destinations';
import { SecretBox } from '#libs/tenants';

/** The services that snapshots are written with. */
@Injectable()
export class SnapshotTools {
  constructor(
    readonly database: Database,
    readonly clock: Clock,
    readonly vendors: Vendors,
    readonly explainScore: ExplainScore,
    /** Seals the mails to the owners. */
    readonly box: SecretBox,
  ) {}
}
