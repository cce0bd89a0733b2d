import { ApiProperty } from '@nestjs/swagger';

/** Extra revenue of one contact within the horizon, less `contact_cost`. */
export class ContactValueDto {
  @ApiProperty({ example: '3.10', description: 'Best estimate, careful where little is known; never below minus the cost' })
  value: string;

  @ApiProperty({ example: '0.85', description: 'Lower end of the 95 % interval' })
  low: string;

  @ApiProperty({ example: '6.20', description: 'Upper end of the 95 % interval' })
  high: string;
}

/** Chance of no order within the horizon after one contact; the score is the chance without one. */
export class ContactedScoreDto {
  @ApiProperty({ example: '0.6214', description: 'Best estimate, never above the score' })
  value: string;

  @ApiProperty({ example: '0.5630', description: 'Lower end of the 95 % interval' })
  low: string;

  @ApiProperty({ example: '0.6702', description: 'Upper end of the 95 % interval' })
  high: string;
}

const NOT_KNOWN_YET =
  'Null without a score, and until the control groups of your campaigns give enough evidence: ' +
  '`contact_value_note` of `GET /customers/{external_id}` says how many more contacts that needs';

/** Describes the value of a contact in the answer about a customer. */
export const CONTACT_VALUE = {
  type: ContactValueDto,
  nullable: true,
  description: `What contacting this customer brings. ${NOT_KNOWN_YET}`,
};
