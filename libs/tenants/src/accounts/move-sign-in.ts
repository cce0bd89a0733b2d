import { type Database, Not, type TenantDb } from '#libs/database';
import {
  LoginNameEntity,
  MailedLinkEntity,
  MembershipEntity,
  RecoveryCodeEntity,
  SessionEntity,
  TotpSecretEntity,
  UserEntity,
} from '#libs/entities';
import { type EmailAddress, hashEmailAddress, type UserId } from '#libs/core';
import { sealedPlace } from '../secrets/sealed-columns.js';
import type { SecretBox } from '../secrets/secret-box.js';
import { findDeletion } from '../tenant-data/tenant-deletions.sql.js';
import { claimLoginName, findMemberships, type UserPlace } from './memberships.js';
import { removeSecondFactor } from './second-factors.js';

interface SecondFactor {
  readonly totp: {
    readonly secret: string;
    readonly lastStep: string;
    readonly failedCodes: number;
    readonly confirmedAt: Date | null;
  } | null;
  readonly codeHashes: readonly Buffer[];
}

interface SignIn extends SecondFactor {
  readonly passwordHash: string;
  readonly passwordSetAt: Date;
  readonly sessions: readonly SessionRow[];
}

type SessionRow = Pick<SessionEntity, 'id' | 'createdAt' | 'refreshedAt' | 'expiresAt' | 'provenAt' | 'userAgent'>;

// Needs the primary key. Sign-ins and changes of the password wait until the transaction ends.
const LOCK = 'SELECT FROM users WHERE tenant_id = $1 AND id = $2 FOR UPDATE';

/**
 * Moves the password, the second factor and the sign-in of a person to another of their tenants, before this one loses them. The person stays a
 * user of this tenant, and all sessions go on. Does nothing for a person of one tenant, or when another tenant has the password.
 *
 * Each tenant has a transaction of its own. The first one copies the second factor, which has no effect there yet. After a crash between
 * the other two, no tenant has the password: the person chooses a new one by mail, and the second factor stays on.
 */
export async function moveSignIn(database: Database, box: SecretBox, { tenantId, userId }: UserPlace): Promise<void> {
  const email = await database.transaction(tenantId, async (db) => {
    const user = await db.repository(UserEntity).findOne({ id: userId });
    return user?.passwordHash == null ? null : user.email;
  });
  const to = email === null ? null : await chooseTenant(database, email);
  if (to === null) return;
  const copy = await database.transaction(tenantId, (db) => readSecondFactor(db, box, userId));
  await database.transaction(to.tenantId, (db) => writeSecondFactor(db, box, to.userId, copy));
  const signIn = await database.transaction(tenantId, (db) => takeSignIn(db, box, userId));
  if (signIn !== null) await database.transaction(to.tenantId, (db) => giveSignIn(db, box, to.userId, signIn));
}

/** Prefers a tenant that is not about to be deleted. @returns null for a person of one tenant */
async function chooseTenant(database: Database, email: string): Promise<UserPlace | null> {
  const others = await findMemberships(database, email);
  for (const other of others) if ((await database.transaction(other.tenantId, findDeletion)) === null) return other;
  return others[0] ?? null;
}

const placeOf = (db: TenantDb, userId: UserId): string => sealedPlace('totp_secrets', db.tenantId, userId);

async function readSecondFactor(db: TenantDb, box: SecretBox, userId: UserId): Promise<SecondFactor> {
  const row = await db.repository(TotpSecretEntity).findOne({ id: userId });
  const codes = await db.repository(RecoveryCodeEntity).find({ userId });
  const codeHashes = codes.map(({ codeHash }) => codeHash);
  if (row === null) return { totp: null, codeHashes };
  const { lastStep, failedCodes, confirmedAt } = row;
  return { totp: { secret: box.open(row, placeOf(db, userId)), lastStep, failedCodes, confirmedAt }, codeHashes };
}

async function writeSecondFactor(db: TenantDb, box: SecretBox, userId: UserId, { totp, codeHashes }: SecondFactor): Promise<void> {
  await removeSecondFactor(db, userId);
  if (totp !== null) {
    const { secret, ...counts } = totp;
    await db.repository(TotpSecretEntity).insert({ id: userId, ...box.seal(secret, placeOf(db, userId)), ...counts });
  }
  for (const codeHash of codeHashes) await db.repository(RecoveryCodeEntity).insert({ userId, codeHash });
}

/** Removes password, second factor, links and sign-in name of the user, and returns what moves. @returns null when another request has done so */
async function takeSignIn(db: TenantDb, box: SecretBox, userId: UserId): Promise<SignIn | null> {
  await db.query(LOCK, [userId]);
  const user = await db.repository(UserEntity).findOne({ id: userId });
  if (user?.passwordHash == null) return null;
  const { passwordHash, passwordSetAt, email } = user;
  const secondFactor = await readSecondFactor(db, box, userId);
  const sessions = await db.repository(SessionEntity).find({ userId });
  await removeSecondFactor(db, userId);
  await db.repository(MailedLinkEntity).delete({ userId, purpose: Not('stop_weekly_mail') });
  await db.repository(LoginNameEntity).delete({ userId });
  await db.repository(MembershipEntity).insert({ userId, emailHash: hashEmailAddress(email as EmailAddress) });
  await db.repository(UserEntity).update({ id: userId }, { passwordHash: null });
  for (const { id } of sessions) await db.repository(SessionEntity).update({ id }, { signInId: id });
  return { passwordHash, passwordSetAt, sessions, ...secondFactor };
}

/**
 * Stores what was taken. Sessions in other tenants name those of the former tenant as their sign-ins, so these are stored here too, without
 * tokens. Some may be here from an earlier move.
 */
async function giveSignIn(db: TenantDb, box: SecretBox, userId: UserId, signIn: SignIn): Promise<void> {
  const user = await db.repository(UserEntity).findOne({ id: userId });
  if (user === null || !(await claimLoginName(db, user))) return;
  const { passwordHash, passwordSetAt, sessions } = signIn;
  await db.repository(UserEntity).update({ id: userId }, { passwordHash, passwordSetAt });
  await writeSecondFactor(db, box, userId, signIn);
  await endOrphans(db, userId, new Set(sessions.map(({ id }) => id)));
  for (const { id, createdAt, refreshedAt, expiresAt, provenAt, userAgent } of sessions)
    await db
      .repository(SessionEntity)
      .insertIfAbsent({ id, userId, generation: 1, createdAt, refreshedAt, expiresAt, provenAt, userAgent, signInId: null });
}

/** Ends sessions with a sign-in that has ended. Now that the password is here, they would be valid again. */
async function endOrphans(db: TenantDb, userId: UserId, signInIds: ReadonlySet<string>): Promise<void> {
  for (const { id, signInId } of await db.repository(SessionEntity).find({ userId }))
    if (signInId !== null && !signInIds.has(signInId)) await db.repository(SessionEntity).delete({ id });
}
