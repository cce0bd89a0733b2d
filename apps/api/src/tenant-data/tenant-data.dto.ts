import { ApiProperty } from '@nestjs/swagger';
import { JOB_STATUSES, TenantDeletionDto } from '#libs/dto';

const instant = (description: string) => ({ type: String, format: 'date-time', nullable: true, description });

export class DeletionRequestedDto {
  @ApiProperty({ type: TenantDeletionDto })
  deletion: TenantDeletionDto;
}

export class TenantExportDto {
  @ApiProperty({ format: 'uuid', description: 'For GET /churn/jobs/{job_id}' })
  job_id: string;

  @ApiProperty({ enum: JOB_STATUSES })
  status: (typeof JOB_STATUSES)[number];

  @ApiProperty({ type: 'integer', description: 'Tables of the file; 0 before the job has begun' })
  tables: number;

  @ApiProperty({ type: 'integer', description: 'Tables that are complete' })
  tables_done: number;

  @ApiProperty({ type: 'integer', description: 'Rows in the file so far' })
  rows: number;

  @ApiProperty({ type: 'integer', description: 'Bytes of the file so far' })
  bytes: number;

  @ApiProperty({ format: 'date-time' })
  requested_at: string;

  @ApiProperty(instant('When the file was complete'))
  finished_at: string | null;

  @ApiProperty(instant('When the file is deleted'))
  expires_at: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why it failed; null otherwise' })
  error: string | null;
}

export class LatestExportDto {
  @ApiProperty({ type: TenantExportDto, nullable: true, description: 'The last export; null when there is none, or its file was deleted' })
  export: TenantExportDto | null;
}
