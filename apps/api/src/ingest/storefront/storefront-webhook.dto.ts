import { ApiProperty } from '@nestjs/swagger';

/** The outcome of a storefront's call. A resource that was already stored counts neither way. */
export class StorefrontTakenDto {
  @ApiProperty({ type: 'integer', example: 1 })
  accepted: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'Resources that cannot be used, such as an order without a customer' })
  rejected: number;
}

export class AcceptedDto {
  @ApiProperty({ type: 'integer', example: 1 })
  accepted: number;
}

/** The whole answer to a call with an invalid signature. It gives no details. */
export class UnauthorizedDto {
  @ApiProperty({ example: 'unauthorized' })
  error: string;
}
