import type { TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The key of the tenant's pseudonyms of people. It never changes: another key would turn every person into another customer. */
@Entity('pseudonym_keys')
export class PseudonymKeyEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  /** Sealed by `SecretBox`. */
  @Column('bytea')
  ciphertext: Buffer;

  /** The name of the key that opens the ciphertext. */
  @Column('text')
  keyId: string;
}
