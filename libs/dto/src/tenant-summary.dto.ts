import { ApiProperty } from '@nestjs/swagger';

export class TenantSummaryDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: ['starter', 'pro', 'enterprise'] })
  plan: string;

  @ApiProperty({ description: 'ISO 4217', example: 'EUR' })
  currency: string;

  @ApiProperty({ description: 'IANA name', example: 'Europe/Berlin' })
  timezone: string;
}
