import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';
import { IsWhole } from './campaign-rules.js';
import { IfGiven } from '#libs/dto';
import { ArmPowerDto, PlannedArmDto } from './arms/arm-results.dto.js';
import { PowerDto } from './campaign-results.dto.js';

const wholeNumber = (description: string) => ({ type: 'integer', description }) as const;

export class SendCampaignDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: LIMITS.campaign.recipients,
    nullable: true,
    description: 'Upper limit for this send. The limit of the campaign still applies',
  })
  @IfGiven()
  @IsWhole(1, LIMITS.campaign.recipients, { orNull: true })
  max_recipients?: number | null;
}

class LeftOutDto {
  @ApiProperty(wholeNumber('Held out, to compare with'))
  holdout: number;

  @ApiProperty(
    wholeNumber(
      'A campaign reached them within the cooldown, or its window has not passed; or it would have reached them but for a control group',
    ),
  )
  cooldown: number;

  @ApiProperty(wholeNumber('Their erasure is under way'))
  erased: number;

  @ApiProperty(wholeNumber('Beyond max_recipients'))
  max_recipients: number;

  @ApiProperty(wholeNumber('Without a score yet, so not in `audience_count`'))
  unscored: number;

  @ApiProperty(wholeNumber('In the control group of another campaign until its window has passed: a contact would spoil its result'))
  other_control: number;

  @ApiProperty(wholeNumber('In the tenant-wide control group, which no campaign contacts'))
  tenant_control: number;

  @ApiProperty(wholeNumber('A delivery of a campaign is under way that was chosen with them'))
  reserved: number;

  @ApiProperty(wholeNumber('They have unsubscribed from e-mails; 0 if the campaign includes them'))
  unsubscribed: number;

  @ApiProperty(wholeNumber('Your shop has said that they accept no marketing (`data.accepts_marketing`); 0 if the campaign includes them'))
  no_consent: number;
}

/** The size of an audience, and the customers in it that would be left out. */
export class AudiencePreviewDto {
  @ApiProperty(wholeNumber('To whom it would be sent now'))
  recipients_count: number;

  @ApiProperty({
    example: '998.00',
    description: 'The sum of the `revenue_at_risk` of those whose last order has a known day, in the currency of the tenant',
  })
  recipients_revenue_at_risk: string;

  @ApiProperty({ type: [String], description: 'Your own identifiers of the first 20 of them, most revenue at risk first' })
  customer_external_ids: readonly string[];

  @ApiProperty(wholeNumber('Customers with a score whom the audience names: recipients and those left out, but for `unscored`'))
  audience_count: number;

  @ApiProperty({ example: '1512.00', description: 'The same sum of the customers in `audience_count`' })
  audience_revenue_at_risk: string;

  @ApiProperty(wholeNumber('Days after the contact within which an order would count as an answer, as of now'))
  window_days: number;

  @ApiProperty({
    type: PowerDto,
    nullable: true,
    description:
      'What one send to them could show, with the return rate that the scores expect within the window. Later sends of the campaign add to its groups; null when a group would be empty',
  })
  power: PowerDto | null;

  @ApiProperty({ type: [PlannedArmDto], description: 'The recipients by offer; empty without arms' })
  arms: readonly PlannedArmDto[];

  @ApiProperty({
    type: ArmPowerDto,
    nullable: true,
    description: 'What one send could tell about the offers; null without arms, while one would be empty, and without scores',
  })
  arm_power: ArmPowerDto | null;

  @ApiProperty({ type: LeftOutDto })
  left_out: LeftOutDto;
}

export class CampaignPreviewDto extends AudiencePreviewDto {
  @ApiProperty({ format: 'uuid' })
  campaign_id: string;
}

export class CampaignSendDto {
  @ApiProperty({ format: 'uuid' })
  campaign_id: string;

  @ApiProperty(wholeNumber('To whom it is sent'))
  recipients_count: number;

  @ApiProperty(wholeNumber('Who was held out'))
  holdout_count: number;

  @ApiProperty({ type: [String], format: 'uuid', description: 'One delivery for each thousand recipients, in order' })
  delivery_ids: readonly string[];
}
