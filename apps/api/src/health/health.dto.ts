import { ApiProperty } from '@nestjs/swagger';

export class HealthDto {
  @ApiProperty({ enum: ['ok'] })
  status: 'ok';
}

export class LivenessDto {
  @ApiProperty({ enum: ['ok', 'stuck'] })
  status: 'ok' | 'stuck';

  @ApiProperty({ type: [String], description: 'The servers that the process cannot reach although they answer', example: [] })
  stuck: readonly string[];
}

export class ReadinessDto {
  @ApiProperty({ enum: ['ok', 'unavailable'] })
  status: 'ok' | 'unavailable';

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', enum: ['ok', 'failing'] },
    description: 'The state of each part that the process needs',
    example: { database: 'ok', redis: 'ok' },
  })
  checks: Readonly<Record<string, 'ok' | 'failing'>>;

  @ApiProperty({ type: [String], description: 'The parts that fail' })
  failing: readonly string[];
}
