import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import type { SendSource } from '#libs/campaigns';
import { IsInstant, PaginationDto } from '#libs/dto';

export class RecipientsQuery {
  @ApiPropertyOptional({ example: 'Reminder', description: 'Name of an arm of the campaign: only the customers who get it' })
  @IsOptional()
  @IsString({ message: 'arm must be the name of an arm of the campaign' })
  arm?: string;
}

export class ContactedDto {
  @ApiPropertyOptional({
    format: 'date-time',
    description: 'When you contacted the customers: after the list was made, and not in the future. Default: now',
  })
  @IsOptional()
  @IsInstant()
  contacted_at?: string;
}

/** One send of a campaign. */
export class SendingDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  sent_at: string;

  @ApiProperty({ enum: ['manual', 'schedule', 'trigger'], description: 'The cause of the send. `manual`: by hand' })
  source: SendSource;

  @ApiProperty({ type: 'integer', description: 'To whom it was sent. The rest of them is under way, or waits for you to contact them' })
  recipients: number;

  @ApiProperty({ type: 'integer', description: 'Of `recipients`, those whose delivery arrived or whom you have contacted' })
  recipients_delivered: number;

  @ApiProperty({
    type: 'integer',
    description: 'Of `recipients`, those whose delivery or list was given up; they are free for the next sending',
  })
  recipients_undelivered: number;

  @ApiProperty({ type: 'integer', description: 'Customers in the control group of the campaign' })
  holdout: number;
}

export class SendingPageDto {
  @ApiProperty({ type: [SendingDto], description: 'Newest first' })
  data: SendingDto[];

  @ApiProperty({ type: PaginationDto })
  pagination: PaginationDto;
}
