import { ApiProperty } from '@nestjs/swagger';

/** Counts over all sends of a campaign. */
export class CampaignStatsDto {
  @ApiProperty({ type: 'integer', description: 'How often the campaign was sent' })
  sends: number;

  @ApiProperty({ type: 'integer', description: 'Over all of them' })
  recipients: number;

  @ApiProperty({ type: 'integer', description: 'Over all of them' })
  holdout: number;

  @ApiProperty({ type: 'integer', description: 'Of `recipients`, those whose delivery arrived or whom you have contacted' })
  recipients_delivered: number;

  @ApiProperty({
    type: 'integer',
    description: 'Of `recipients`, those whose delivery or list was given up; they are free for the next sending',
  })
  recipients_undelivered: number;

  @ApiProperty({ type: 'integer', description: 'Deliveries that wait for an attempt' })
  deliveries_open: number;

  @ApiProperty({ type: 'integer' })
  deliveries_success: number;

  @ApiProperty({ type: 'integer' })
  deliveries_dead_letter: number;
}
