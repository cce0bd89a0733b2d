import { ApiProperty } from '@nestjs/swagger';
import { type Registration, REGISTRATIONS } from '#libs/config';

class PlanDto {
  @ApiProperty({ enum: ['starter', 'pro', 'enterprise'] })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'null: by agreement' })
  requests_per_minute: number | null;

  @ApiProperty({ type: 'integer', description: 'Events in one request' })
  max_batch: number;
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
