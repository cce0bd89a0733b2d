import { Injectable } from '@nestjs/common';
import { AppError, Clock } from '#libs/core';
import { readMailedToken } from '#libs/credentials';
import { Database } from '#libs/database';
import { UserEntity } from '#libs/entities';
import type { AccountCaller } from '#libs/guards';
import { findLink, removeLinks } from '../mailed-links/mailed-links.sql.js';

/** Stops the weekly mail of a person who has a link of one of these mails. */
@Injectable()
export class StopWeeklyMail {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Stops the mail. The link works again and again: mail programs repeat their request.
   * @throws AppError `invalid_query` when the token is invalid, too old, or was revoked.
   */
  async stop(text: string): Promise<void> {
    const token = readMailedToken(text);
    if (token === null) throw wrongToken();
    await this.database.transaction(token.tenantId, async (db) => {
      const userId = await findLink(db, token, 'stop_weekly_mail', this.clock.now());
      if (userId === null) throw wrongToken();
      await db.repository(UserEntity).update({ id: userId }, { weeklyMail: false });
    });
  }

  /** Makes all links in the mails to a person invalid, for the case that a mail was forwarded. */
  revoke({ tenantId, userId }: AccountCaller): Promise<void> {
    return this.database.transaction(tenantId, (db) => removeLinks(db, userId, 'stop_weekly_mail'));
  }
}

function wrongToken(): AppError {
  const message = 'token is not valid or not any more: sign in and turn the weekly mail off on the page Settings';
  return new AppError('invalid_query', message, [{ field: 'token', code: 'wrong', message }]);
}
