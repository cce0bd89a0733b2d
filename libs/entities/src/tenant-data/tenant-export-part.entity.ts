import type { TenantId } from '#libs/core';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A part of the file of an export. */
@Entity('tenant_export_parts')
export class TenantExportPartEntity {
  @PrimaryColumn('uuid')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  jobId: string;

  @PrimaryColumn('int')
  part: number;

  /** A gzip file by itself. */
  @Column('bytea')
  content: Buffer;
}
