import { ApiProperty } from '@nestjs/swagger';

export const JOB_TYPES = [
  'nightly',
  'recalculate',
  'settings',
  'erase',
  'recover',
  'fit',
  'refit',
  'export',
  'resync',
  'snapshot',
  'remove_upload',
] as const;
export const JOB_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;

const instant = (description: string) => ({ type: String, format: 'date-time', nullable: true, description });

export class JobDto {
  @ApiProperty({ format: 'uuid' })
  job_id: string;

  @ApiProperty({
    enum: JOB_TYPES,
    description:
      '`fit`: the service fits a new model to your orders. `refit`: it scores all customers with the new model, which triggers no webhooks. `export`: the service writes a file with all your data; the numbers count tables. `resync`: the service hands all profiles to a destination. `snapshot`: it writes files with all customers into a storage. `remove_upload`: it removes what an upload brought; the numbers count events',
  })
  type: (typeof JOB_TYPES)[number];

  @ApiProperty({ enum: JOB_STATUSES })
  status: (typeof JOB_STATUSES)[number];

  @ApiProperty({ type: 'integer', description: 'Customers when the job was opened' })
  queued: number;

  @ApiProperty({ type: 'integer', description: 'Customers processed so far, including those that keep a recent score' })
  processed: number;

  @ApiProperty({ type: 'integer', description: 'Customers among those processed whose score could not be calculated' })
  failed: number;

  @ApiProperty(instant('When work on it began'))
  started_at: string | null;

  @ApiProperty(instant('When the job ended. You can read the job for 30 days after that'))
  finished_at: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why it failed; null otherwise' })
  error: string | null;
}

export class JobListDto {
  @ApiProperty({ type: [JobDto], description: 'The latest twenty, newest first' })
  data: JobDto[];
}

export class ErasureDto {
  @ApiProperty({ format: 'uuid', description: 'For GET /churn/jobs/{job_id}' })
  job_id: string;
}
