import type { Role, TenantId, UserId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person who can sign in. */
@Entity('users')
export class UserEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: UserId;

  /** The address as the person wrote it; `login_names` holds the normalised one as a hash. */
  @Column('text')
  email: string;

  /** bcrypt; null: the person signs in with the password that another tenant has (`memberships`). */
  @Column('text', { nullable: true })
  passwordHash: string | null;

  /** Browsers that signed in before this time count as unknown. */
  @Column('timestamptz')
  passwordSetAt: Date;

  @Column('text')
  role: Role;

  @Column('timestamptz')
  createdAt: Date;

  /** Null until the person has proven that the address is theirs. */
  @Column('timestamptz', { nullable: true })
  verifiedAt: Date | null;

  /** Gets a mail with the news of the week each Monday. */
  @Column('boolean', { default: true })
  weeklyMail: boolean;
}
