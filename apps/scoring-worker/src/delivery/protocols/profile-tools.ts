import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/core';
import { Database } from '#libs/database';
import { Vendors } from '#libs/destinations';
import { ReadProfiles } from './read-profiles.js';

/** The services that deliveries to vendors work with. */
@Injectable()
export class ProfileTools {
  constructor(
    readonly database: Database,
    readonly profiles: ReadProfiles,
    readonly vendors: Vendors,
    readonly clock: Clock,
  ) {}
}
