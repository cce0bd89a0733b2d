import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { LIMITS, SNAPSHOT_FORMATS, type SnapshotFormat } from '#libs/core';
import { JOB_STATUSES } from '#libs/dto';

const ENDPOINT = { maxLength: LIMITS.urlLength, example: 'https://s3.eu-central-1.amazonaws.com' } as const;
const REGION = { example: 'eu-central-1' } as const;
const BUCKET = { example: 'shop-warehouse' } as const;
const PREFIX = { maxLength: LIMITS.destinations.prefixLength, example: 'churn' } as const;

/** Also keeps `.` and `..` out, which URLs leave out. */
const PREFIX_PATTERN = /^(?:(?!\.{1,2}(?:\/|$))[A-Za-z0-9._=-]+(?:\/(?!$)|$))*$/;
const KEY_PATTERN = /^[\x21-\x7e]{3,256}$/;

/** Settings of a storage as people see them. */
export class StoragePlaceDto {
  @ApiProperty({ ...ENDPOINT, description: 'Scheme and host' })
  endpoint: string;

  @ApiProperty(REGION)
  region: string;

  @ApiProperty({ ...BUCKET, description: 'Viewers get an empty text' })
  bucket: string;

  @ApiProperty({ ...PREFIX, description: 'The files are below it; empty: at the top of the bucket. Viewers get an empty text' })
  prefix: string;

  @ApiProperty({ description: 'true: the bucket is in the path of the URL; false: in the name of the host' })
  path_style: boolean;

  @ApiProperty({ enum: SNAPSHOT_FORMATS })
  format: SnapshotFormat;
}

/** The latest run of a storage. */
export class SnapshotRunDto {
  @ApiProperty({ format: 'uuid', description: 'For GET /dashboard/churn/jobs/{job_id}' })
  job_id: string;

  @ApiProperty({ enum: JOB_STATUSES })
  status: (typeof JOB_STATUSES)[number];

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it began to write' })
  started_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it ended' })
  finished_at: string | null;

  @ApiProperty({ type: 'integer', example: 1500, description: 'Customers in the files so far' })
  customers: number;

  @ApiProperty({
    type: 'integer',
    format: 'int64',
    nullable: true,
    example: 48_213,
    description: 'Bytes of all files; null until it is complete',
  })
  bytes: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'The bucket shop-warehouse does not exist there.',
    description: 'Why its last try failed; null without a failure',
  })
  error: string | null;
}

/** Settings of a storage as an owner or admin sends them. */
export class StorageFieldsDto {
  @ApiPropertyOptional({ ...ENDPOINT, description: 'Scheme and host of the storage, with the port if it has one' })
  @IsOptional()
  @IsString({ message: 'endpoint must be text' })
  @MaxLength(LIMITS.urlLength, { message: `endpoint must have at most ${LIMITS.urlLength} characters` })
  endpoint?: string;

  @ApiPropertyOptional({ ...REGION, description: 'Default: us-east-1, which storages without regions take' })
  @IsOptional()
  @Matches(/^[a-z0-9-]{1,40}$/, { message: 'region must have 1 to 40 characters of a-z, 0-9 and -' })
  region?: string;

  @ApiPropertyOptional({ ...BUCKET, description: 'It must exist' })
  @IsOptional()
  @Matches(/^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/, {
    message: 'bucket must have 3 to 63 characters of A-Z, a-z, 0-9, dot, hyphen and underscore, and begin and end with a letter or digit',
  })
  bucket?: string;

  @ApiPropertyOptional({ ...PREFIX, description: 'Default: empty' })
  @IsOptional()
  @IsString({ message: 'prefix must be text' })
  @MaxLength(LIMITS.destinations.prefixLength, { message: `prefix must have at most ${LIMITS.destinations.prefixLength} characters` })
  @Matches(PREFIX_PATTERN, {
    message: 'prefix must have names of A-Z, a-z, 0-9, dot, hyphen, underscore and = with one slash between them, and none at its ends',
  })
  prefix?: string;

  @ApiPropertyOptional({ description: 'Default: true' })
  @IsOptional()
  @IsBoolean({ message: 'path_style must be true or false' })
  path_style?: boolean;

  @ApiPropertyOptional({ enum: SNAPSHOT_FORMATS, description: 'Default: parquet' })
  @IsOptional()
  @IsIn(SNAPSHOT_FORMATS, { message: `format must be one of ${SNAPSHOT_FORMATS.join(', ')}` })
  format?: SnapshotFormat;

  @ApiPropertyOptional({ writeOnly: true, example: 'AKIA…', description: 'Only its end is shown. Send it together with the secret' })
  @IsOptional()
  @Matches(KEY_PATTERN, { message: 'access_key_id must have 3 to 256 characters without spaces' })
  access_key_id?: string;

  @ApiPropertyOptional({ writeOnly: true, example: '…', description: 'Stored encrypted; no answer shows it' })
  @IsOptional()
  @Matches(KEY_PATTERN, { message: 'secret_access_key must have 3 to 256 characters without spaces' })
  secret_access_key?: string;
}
