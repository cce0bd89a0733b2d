import type { AuditAction, TenantId, UserId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An entry of the audit log. The processes may add and read entries, not change them. */
@Entity('audit_log')
export class AuditEntryEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('timestamptz')
  at: Date;

  @Column('text')
  action: AuditAction;

  @Column('text')
  actorKind: 'user' | 'api_key' | 'admin' | 'system';

  @Column('uuid', { nullable: true })
  actorUserId: UserId | null;

  /** The network of the caller's IP address, not the address itself; null: the action did not come over the network. */
  @Column('text', { nullable: true })
  network: string | null;

  /** Names of fields, numbers, prefixes. Never a secret, a key, a token or an e-mail address. */
  @Column('jsonb')
  details: Record<string, unknown>;
}
