import { ApiProperty } from '@nestjs/swagger';
import { SMALLEST_GROUP, type Verdict, VERDICTS } from '#libs/campaigns';

const wholeNumber = (description: string) => ({ type: 'integer', description }) as const;

/** A difference between two groups. */
class ArmDifferenceDto {
  @ApiProperty({ type: Number, example: 0.013, description: 'The first group minus the second one, per customer' })
  difference: number;

  @ApiProperty({
    type: 'array',
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
    example: [-0.004, 0.03],
    description:
      'Interval of the difference. All intervals of the campaign hold together, at every look, with a probability of 95 %: reading them every day is safe',
  })
  ci95: readonly number[];
}

const UPLIFT = {
  type: ArmDifferenceDto,
  nullable: true,
  description: `Difference of the return rates of customers with a window that has passed; null until each group has ${SMALLEST_GROUP} of them`,
} as const;
const NET = {
  type: ArmDifferenceDto,
  nullable: true,
  description:
    'The same for revenue per customer less the cost of the offer, in your currency. Every customer of an arm who orders counts as having used its offer. null until ten customers of each group have ordered, too',
} as const;

export class ArmResultDto {
  @ApiProperty({ example: '10 % off' })
  name: string;

  @ApiProperty(wholeNumber('Customers, each counted once, from the first delivery on'))
  n: number;

  @ApiProperty(wholeNumber('Customers of `n` who have ordered within the window'))
  returned: number;

  @ApiProperty({ type: Number, nullable: true, description: 'returned / n; null when n is 0' })
  rate: number | null;

  @ApiProperty({ example: '1234.50', description: 'Revenue of their orders since then, net of refunds, in your currency' })
  revenue: string;

  @ApiProperty({
    example: '96.00',
    description: 'Cost of the offer so far, as it is set now: of one contact for each customer of `n`, and of each one who has ordered',
  })
  cost: string;

  @ApiProperty(wholeNumber('Customers of `n` with a window that has passed. Only they count below'))
  matured: number;

  @ApiProperty({ ...UPLIFT, description: `Against the control group. ${UPLIFT.description}` })
  uplift: ArmDifferenceDto | null;

  @ApiProperty({ ...NET, description: `Against the control group. ${NET.description}` })
  net_uplift: ArmDifferenceDto | null;

  @ApiProperty({ enum: VERDICTS, description: 'What the interval of `uplift` says' })
  verdict: Verdict;
}

export class ArmComparisonDto {
  @ApiProperty({ example: '10 % off', description: 'The first group' })
  arm: string;

  @ApiProperty({ example: 'Reminder', description: 'The second group' })
  against: string;

  @ApiProperty(UPLIFT)
  uplift: ArmDifferenceDto | null;

  @ApiProperty(NET)
  net_uplift: ArmDifferenceDto | null;
}

/** The customers of an arm before a send. */
export class PlannedArmDto {
  @ApiProperty({ example: '10 % off' })
  name: string;

  @ApiProperty(wholeNumber('To whom it would be sent now'))
  recipients_count: number;
}

export class ArmPowerDto {
  @ApiProperty({ type: Number, example: 0.05, description: '`hoped_effect` of the campaign' })
  effect: number;

  @ApiProperty({ ...wholeNumber('Customers of the smallest arm in one send to them. Later sends add to it'), example: 410 })
  customers_per_arm: number;

  @ApiProperty({
    ...wholeNumber('Customers that each arm needs, until a difference of this size between two arms is found in 80 % of cases'),
    example: 2600,
  })
  needed_per_arm: number;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Too few customers for 3 offers: each needs about 2,600 to show a difference of 5 in 100, and would get 410.',
    description: 'A warning when the arms are too small; null: large enough',
  })
  note: string | null;
}
