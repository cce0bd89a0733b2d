import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';
import { IsIdentifier } from '#libs/dto';

export class JoinAliasDto {
  @ApiProperty({ minLength: 1, maxLength: LIMITS.idLength, example: 'guest-1042', description: 'Another identifier of the same person' })
  @IsIdentifier()
  alias: string;
}

export class AliasDto {
  @ApiProperty({ example: 'guest-1042' })
  alias: string;

  @ApiProperty({ format: 'date-time', description: 'When the alias was joined to the customer' })
  joined_at: string;

  @ApiProperty({ format: 'date-time', description: 'Until then the alias can be taken back' })
  reversible_until: string;
}

/** The identifiers of one person. */
export class CustomerAliasesDto {
  @ApiProperty({ description: 'The identifier under which the person is listed' })
  external_id: string;

  @ApiProperty({ type: [AliasDto], description: 'Its other identifiers, the first joined one first' })
  aliases: AliasDto[];
}
