import { ApiProperty } from '@nestjs/swagger';

const KINDS = ['fewer_returns', 'no_orders', 'data_ended'] as const;
const STATUSES = ['too_young', 'too_few', 'usual', 'fewer', 'no_orders', 'data_ended'] as const;
const share = (description: string) => ({ type: Number, description });

export class ReturnAlarmDto {
  @ApiProperty({
    enum: KINDS,
    description:
      '`fewer_returns`: fewer known customers come back than expected, beyond chance. `no_orders`: no order arrives at all, which points to a broken connection and not to customers who leave. `data_ended`: the same in a shop whose orders all come from files: the newest ones are not uploaded yet',
  })
  kind: (typeof KINDS)[number];

  @ApiProperty({ format: 'date', example: '2026-11-12', description: 'The first such day, UTC; an estimate for `fewer_returns`' })
  since: string;

  @ApiProperty({ format: 'date', example: '2026-11-21', description: 'The night in which it was found, UTC' })
  found_on: string;

  @ApiProperty({ type: String, format: 'date', nullable: true, example: null, description: 'Null while the alarm is on' })
  ended_on: string | null;

  @ApiProperty({ type: 'integer', example: 214, description: 'Customers who came back since then; 0 in the other two' })
  observed: number;

  @ApiProperty({
    type: 'integer',
    example: 271,
    description: 'Customers who should have come back; in the other two, orders that should have arrived',
  })
  expected: number;

  @ApiProperty({ ...share('The missing share, 0 to 1'), example: 0.21 })
  fall: number;

  @ApiProperty({ ...share('The missing share is at least this, with a certainty of 95 % together with `high`'), example: 0.12 })
  low: number;

  @ApiProperty({ ...share('The missing share is at most this'), example: 0.3 })
  high: number;

  @ApiProperty({ example: 'Since about 12 Nov 2026, 21% fewer customers have come back than expected: 214 instead of about 271.' })
  text: string;

  @ApiProperty({ example: 'Look at what changed in your shop since then.', description: 'What to do about it' })
  advice: string;
}

export class ReturnsDto {
  @ApiProperty({
    enum: STATUSES,
    nullable: true,
    description:
      '`usual`: known customers come back as expected. `fewer`, `no_orders`, `data_ended`: an alarm is on. `too_young`: the shop has fewer than 26 weeks of orders. `too_few`: so few customers come back that not even a fall by 60 % would be clear within weeks. null: before the first night',
  })
  status: (typeof STATUSES)[number] | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 271,
    description: 'Customers who usually come back in a week, of at most 50,000 that are watched; null where it is not known',
  })
  usual_per_week: number | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0.2,
    description: 'The smallest fall that is usually found within about two weeks, 0 to 1; null where none is',
  })
  finds_fall: number | null;

  @ApiProperty({ type: ReturnAlarmDto, nullable: true, description: 'The alarm that is on; null without one' })
  alarm: ReturnAlarmDto | null;
}
