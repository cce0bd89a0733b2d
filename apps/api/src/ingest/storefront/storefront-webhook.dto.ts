import { ApiProperty } from '@nestjs/swagger';

/** What became of a storefront's call. A resource that was stored before counts neither way. */
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

/** The whole answer to a call whose signature is not good: it tells no more. */
export class UnauthorizedDto {
  @ApiProperty({ example: 'unauthorized' })
  error: string;
}
