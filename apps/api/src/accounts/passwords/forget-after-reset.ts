import { Injectable } from '@nestjs/common';
import type { EmailAddress } from '#libs/core';
import { ApiKeys } from '#libs/guards';
import { Attempts } from '../attempts/attempts.js';

/** A committed reset. */
export interface Reset {
  readonly email: EmailAddress;
  /** Hashes of API keys that ended with the reset. */
  readonly endedKeys: readonly Buffer[];
}

/** Clears what is remembered outside the database about an account that was reset. */
@Injectable()
export class ForgetAfterReset {
  constructor(
    private readonly attempts: Attempts,
    private readonly keys: ApiKeys,
  ) {}

  /** Refuses the ended keys at once, and opens an account that was locked after failed attempts. */
  async forget({ email, endedKeys }: Reset): Promise<void> {
    this.keys.forget(endedKeys);
    await this.attempts.resetCount(this.attempts.ofLogin(email, null));
  }
}
