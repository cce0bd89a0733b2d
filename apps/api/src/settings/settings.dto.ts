import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { DATA_FIELD_NAMES, LIMITS } from '#libs/core';
import { IsName } from '#libs/dto';
import { IfGiven } from '#libs/dto';
import {
  AreAllowedFields,
  CURRENCY_CODE,
  IsContactCost,
  IsCustomerUrl,
  IsControlPercent,
  IsCurrency,
  IsHorizonDays,
  IsLabelThresholds,
  IsRetentionMonths,
  IsTimeZone,
  ZONE_NAME,
} from './settings-rules.js';

const bound = (label: string) => ({
  minimum: LIMITS.scoreBound.min,
  maximum: LIMITS.scoreBound.max,
  description: `The lowest score that is ${label}; at most four decimals`,
});

export class LabelThresholdsDto {
  @ApiProperty(bound('medium'))
  medium: number;

  @ApiProperty(bound('high'))
  high: number;

  @ApiProperty(bound('critical'))
  critical: number;
}

const HORIZON = {
  type: 'integer',
  nullable: true,
  minimum: LIMITS.horizonDays.min,
  maximum: LIMITS.horizonDays.max,
  description: 'Days within which a customer must order again; null: the service chooses',
} as const;

const RETENTION = {
  type: 'integer',
  nullable: true,
  minimum: LIMITS.retentionMonths.min,
  maximum: LIMITS.retentionMonths.max,
  description:
    'Months that events and orders are kept, beside the current one; null: for good. At night older ones are removed for good. Scores stay the same: date and amount of each order are kept',
} as const;

const CONTROL = {
  type: 'integer',
  minimum: 0,
  maximum: LIMITS.campaign.controlPercent.max,
  default: LIMITS.campaign.controlPercent.default,
  description:
    'Percent of all customers whom no campaign contacts: the tenant-wide control group, which shows what all campaigns together bring. Always the same customers; a larger percentage adds others',
} as const;

const COST = {
  type: Number,
  minimum: 0,
  maximum: LIMITS.campaign.contactCost,
  default: 0,
  description:
    'Cost of contacting one customer, such as a letter or a discount, in your currency; at most two decimals. `contact_value` is what a contact brings, less this cost',
} as const;

const CUSTOMER_PAGE = {
  type: String,
  nullable: true,
  maxLength: 500,
  example: 'https://crm.example.com/customers/{id}',
  description:
    'The page of a customer in your own system, with `{id}` for the percent-encoded id; null: none. Customers of a connected shop have a link without it',
} as const;

const ALLOWED_FIELDS = {
  type: String,
  isArray: true,
  maxItems: LIMITS.dataFields.count,
  default: [],
  example: ['channel', 'gift_wrap'],
  description: `Names of fields in the \`data\` of events that are stored, at any depth, beside those that are always stored. The value is ${DATA_FIELD_NAMES}. Names that look like personal data are refused, and values that are an e-mail address, a phone number, an IP address, a card or bank number are left out`,
} as const;

export class SettingsDto {
  @ApiProperty({ minLength: 1, maxLength: LIMITS.companyNameLength })
  name: string;

  @ApiProperty({ ...CURRENCY_CODE, example: 'EUR', description: 'ISO 4217. Monetary sums count only orders in this currency' })
  currency: string;

  @ApiProperty({ ...ZONE_NAME, example: 'Europe/Berlin', description: 'IANA name. The analytics use the days of this time zone' })
  timezone: string;

  @ApiProperty({ type: LabelThresholdsDto })
  label_thresholds: LabelThresholdsDto;

  @ApiProperty(HORIZON)
  horizon_days: number | null;

  @ApiProperty(RETENTION)
  retention_months: number | null;

  @ApiProperty(CONTROL)
  control_percent: number;

  @ApiProperty(COST)
  contact_cost: number;

  @ApiProperty(CUSTOMER_PAGE)
  customer_url: string | null;

  @ApiProperty(ALLOWED_FIELDS)
  allowed_data_fields: string[];

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Events before this instant are removed, and rejected when they are sent; null: none are',
  })
  retained_from: string | null;

  @ApiProperty({
    type: 'integer',
    description:
      'Requests per minute of all API keys that send events, and as many others; agreed with the operator. You cannot change it here',
  })
  rate_limit_per_minute: number;
}

export class ChangedSettingsDto extends SettingsDto {
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The job that recalculates the scores; null when the change does not affect them',
  })
  job_id: string | null;
}

export class ChangeSettingsDto {
  @ApiPropertyOptional({ minLength: 1, maxLength: LIMITS.companyNameLength })
  @IsOptional()
  @IsName(LIMITS.companyNameLength)
  name?: string;

  @ApiPropertyOptional({ ...CURRENCY_CODE, example: 'EUR', description: 'ISO 4217, upper case' })
  @IsOptional()
  @IsCurrency()
  currency?: string;

  @ApiPropertyOptional({
    ...ZONE_NAME,
    example: 'Europe/Berlin',
    description: 'Canonical IANA name. Abbreviations such as CET and links such as US/Pacific are refused',
  })
  @IsOptional()
  @IsTimeZone()
  timezone?: string;

  @ApiPropertyOptional({ type: LabelThresholdsDto, nullable: true, description: 'medium < high < critical; null: those of the service' })
  @IfGiven()
  @IsLabelThresholds()
  label_thresholds?: LabelThresholdsDto | null;

  @ApiPropertyOptional(HORIZON)
  @IfGiven()
  @IsHorizonDays()
  horizon_days?: number | null;

  @ApiPropertyOptional(RETENTION)
  @IfGiven()
  @IsRetentionMonths()
  retention_months?: number | null;

  @ApiPropertyOptional(CONTROL)
  @IsOptional()
  @IsControlPercent()
  control_percent?: number;

  @ApiPropertyOptional(COST)
  @IsOptional()
  @IsContactCost()
  contact_cost?: number;

  @ApiPropertyOptional(CUSTOMER_PAGE)
  @IfGiven()
  @IsCustomerUrl()
  customer_url?: string | null;

  @ApiPropertyOptional(ALLOWED_FIELDS)
  @IsOptional()
  @AreAllowedFields()
  allowed_data_fields?: string[];
}
