import { ApiProperty } from '@nestjs/swagger';
import { type Registration, REGISTRATIONS } from '#libs/config';

class PlanPriceDto {
  @ApiProperty({ example: '99.00' })
  amount: string;

  @ApiProperty({ description: 'ISO 4217', example: 'EUR' })
  currency: string;
}

class PlanDto {
  @ApiProperty({ enum: ['starter', 'pro', 'enterprise'] })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'null: by agreement' })
  requests_per_minute: number | null;

  @ApiProperty({ type: 'integer', description: 'Events in one request' })
  max_batch: number;

  @ApiProperty({
    type: PlanPriceDto,
    nullable: true,
    description: 'For a month; null: the operator has set none, and the dashboard offers no change to it',
  })
  price: PlanPriceDto | null;
}

export class PlanListDto {
  @ApiProperty({ type: [PlanDto] })
  data: PlanDto[];

  @ApiProperty({
    enum: REGISTRATIONS,
    description: '`open`: anybody may register a tenant; `invite`: people join by invitation; `closed`: the operator takes no new shops',
  })
  registration: Registration;
}
