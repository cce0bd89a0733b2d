import { ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';
import { IsName, JobDto, settingRule } from '#libs/dto';
import { STATUS_KINDS, type StatusKind } from '#libs/order-import';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsInt, Matches, Max, Min, ValidateIf, ValidateNested } from 'class-validator';

const { fileNameLength, currencies, statuses, statusLength, count } = LIMITS.uploads;

const IsCount = (): PropertyDecorator => (target, name) => {
  for (const decorate of [IsInt(), Min(0), Max(count)]) decorate(target, name);
};
const COUNT = { type: 'integer', minimum: 0, maximum: count } as const;
const isInstant = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 40 && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));
const IsUtcInstant = (): PropertyDecorator => settingRule('isUtcInstant', 'an ISO 8601 date and time with Z, or null', isInstant);
const whenPresent = (property: string) => ValidateIf((body: Record<string, unknown>) => (body[property] ?? null) !== null);

export class UploadAmountDto {
  @ApiProperty({ pattern: '^[A-Z]{3}$', example: 'EUR' })
  @Matches(/^[A-Z]{3}$/, { message: 'currency must be three capital letters' })
  currency: string;

  @ApiProperty({ pattern: '^-?\\d{1,15}(\\.\\d{1,4})?$', example: '4620.50', description: 'The orders that count, less what was refunded' })
  @Matches(/^-?\d{1,15}(\.\d{1,4})?$/, { message: 'amount must be a decimal as text' })
  amount: string;
}

export class UploadStatusDto {
  @ApiProperty({ minLength: 1, maxLength: statusLength, example: 'On hold', description: 'In the words of the file' })
  @IsName(statusLength)
  status: string;

  @ApiProperty({ ...COUNT, example: 31 })
  @IsCount()
  rows: number;

  @ApiProperty({ enum: STATUS_KINDS, example: 'not_bought' })
  @IsIn(STATUS_KINDS)
  taken_as: StatusKind;
}

/** The sender's own summary of the file. The service shows it and calculates nothing with it. */
export class UploadSummaryDto {
  @ApiProperty({ ...COUNT, example: 214 })
  @IsCount()
  rows: number;

  @ApiProperty({ ...COUNT, example: 198, description: 'Orders that count: bought, not cancelled, not refunded as a whole' })
  @IsCount()
  orders: number;

  @ApiProperty({ ...COUNT, example: 120 })
  @IsCount()
  customers: number;

  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true, description: 'The first order; null without orders' })
  @whenPresent('first_at')
  @IsUtcInstant()
  first_at?: string | null;

  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true, description: 'The last order; null without orders' })
  @whenPresent('last_at')
  @IsUtcInstant()
  last_at?: string | null;

  @ApiProperty({ type: [UploadAmountDto], maxItems: currencies })
  @IsArray()
  @ArrayMaxSize(currencies)
  @ValidateNested({ each: true })
  @Type(() => UploadAmountDto)
  amounts: UploadAmountDto[];

  @ApiProperty({ type: [UploadStatusDto], maxItems: statuses })
  @IsArray()
  @ArrayMaxSize(statuses)
  @ValidateNested({ each: true })
  @Type(() => UploadStatusDto)
  statuses: UploadStatusDto[];
}

export class CreateUploadDto {
  @ApiProperty({ minLength: 1, maxLength: fileNameLength, example: 'orders-2026.csv' })
  @IsName(fileNameLength)
  file_name: string;

  @ApiProperty({
    type: UploadSummaryDto,
    description: 'What you have read in the file. It is shown in the list, and nothing is calculated with it',
  })
  @ValidateNested()
  @Type(() => UploadSummaryDto)
  summary: UploadSummaryDto;
}

export const UPLOAD_STATES = ['under_way', 'complete', 'removing', 'removed'] as const;

export class UploadRemovalDto extends PickType(JobDto, ['job_id', 'status', 'processed']) {}

export class UploadDto {
  @ApiProperty({ format: 'uuid', description: 'Send it as `upload_id` with each batch of the file' })
  id: string;

  @ApiProperty({ example: 'orders-2026.csv' })
  file_name: string;

  @ApiProperty({
    enum: UPLOAD_STATES,
    description: '`under_way`: its sender has not said that it is complete. It may have been interrupted',
  })
  state: (typeof UPLOAD_STATES)[number];

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'anna@shop.example',
    description: 'The person; null for an API key, when the person has left, and in answers to an API key',
  })
  created_by: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'ck_live_9fQ2xY7b', description: 'How the API key begins; null for a person' })
  key_prefix: string | null;

  @ApiProperty({ type: 'integer', example: 231, description: 'Events that it brought first, or corrected' })
  events: number;

  @ApiProperty({ type: UploadSummaryDto })
  summary: UploadSummaryDto;

  @ApiProperty({
    type: UploadRemovalDto,
    nullable: true,
    description: 'The job that removes or removed it; null without one, or 30 days after its end',
  })
  removal: UploadRemovalDto | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  removed_at: string | null;
}

export class UploadsDto {
  @ApiProperty({ type: [UploadDto], description: `Newest first; at most the newest ${LIMITS.uploads.kept}` })
  data: UploadDto[];
}

export class RemovalDto extends PickType(JobDto, ['job_id']) {}
