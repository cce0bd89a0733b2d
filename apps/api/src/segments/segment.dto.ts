import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { CONTROL_GROUPS, type ControlGroup, LIMITS, type SegmentFilter } from '#libs/core';
import { IsName } from '#libs/dto';
import { IsOptional } from 'class-validator';
import { CampaignAudienceDto } from '../campaigns/campaign-audience.dto.js';
import { IsSegmentFilter } from '../campaigns/campaign-rules.js';
import { CUSTOMER_IDS } from '../customers/export/chosen-customers.dto.js';
import { IsCustomerIds } from '../customers/export/customer-ids-rule.js';

const { nameLength, idLength } = LIMITS.segments;

const NAME = { minLength: 1, maxLength: nameLength, example: 'Regulars without an order for 60 days' };

/** The conditions of a segment. Null or absent: no condition. */
class SegmentFilterDto extends OmitType(CampaignAudienceDto, ['min_monetary', 'min_revenue_at_risk', 'worth_contacting', 'segment']) {
  @ApiPropertyOptional({
    enum: CONTROL_GROUPS,
    isArray: true,
    nullable: true,
    minItems: 1,
    uniqueItems: true,
    description:
      'The control group that customers are in. A campaign takes no notice of `none`: it leaves all control groups out by itself',
  })
  control_group?: readonly ControlGroup[] | null;
}

export class SegmentDto {
  @ApiProperty({ maxLength: idLength, example: 'slipping', description: 'A UUID, or a word for a ready-made segment' })
  id: string;

  @ApiProperty(NAME)
  name: string;

  @ApiProperty({ description: 'Every tenant has it. It cannot be changed or deleted' })
  ready_made: boolean;

  @ApiProperty({ type: SegmentFilterDto, nullable: true, description: 'null: the customers of the segment were listed' })
  filter: SegmentFilter | null;

  @ApiProperty({ type: 'integer', example: 112, description: 'Customers in the segment now' })
  customers: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'null for a ready-made segment' })
  updated_at: string | null;
}

export class SegmentsDto {
  @ApiProperty({ type: [SegmentDto], description: 'The ready-made ones, then your own by name' })
  data: SegmentDto[];

  @ApiProperty({ type: 'integer', example: LIMITS.segments.count, description: 'The most segments of your own that you can have' })
  limit: number;
}

export class CreateSegmentDto {
  @ApiProperty(NAME)
  @IsName(nameLength)
  name: string;

  @ApiPropertyOptional({ type: SegmentFilterDto, description: 'Conditions. Either these or `customer_ids`' })
  @IsOptional()
  @IsSegmentFilter()
  filter?: Partial<SegmentFilter>;

  @ApiPropertyOptional({
    ...CUSTOMER_IDS,
    description: 'Your own identifiers of the customers, which stay in the segment. Unknown ones are left out',
  })
  @IsOptional()
  @IsCustomerIds()
  customer_ids?: string[];
}

export class ChangeSegmentDto {
  @ApiPropertyOptional(NAME)
  @IsOptional()
  @IsName(nameLength)
  name?: string;

  @ApiPropertyOptional({ type: SegmentFilterDto, description: 'Replaces all conditions. Not for a segment whose customers were listed' })
  @IsOptional()
  @IsSegmentFilter()
  filter?: Partial<SegmentFilter>;
}

export class DeletedSegmentDto {
  @ApiProperty({ format: 'uuid' })
  id: string;
}
