import { ApiProperty } from '@nestjs/swagger';

export class TenantDeletionDto {
  @ApiProperty({ format: 'date-time' })
  requested_at: string;

  @ApiProperty({ format: 'date-time', description: 'When the service deletes all data. Until then an owner can cancel' })
  deletes_at: string;
}

export const toDeletion = ({ requestedAt, dueAt }: { readonly requestedAt: Date; readonly dueAt: Date }): TenantDeletionDto => ({
  requested_at: requestedAt.toISOString(),
  deletes_at: dueAt.toISOString(),
});
