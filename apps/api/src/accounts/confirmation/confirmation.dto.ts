import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsPresented, PRESENTED } from '#libs/dto';
import { IsOptional } from 'class-validator';

/** The password and the second factor of a person who is signed in already. */
export class ConfirmationDto {
  @ApiProperty({ ...PRESENTED, format: 'password', description: 'Your password' })
  @IsPresented()
  password: string;

  @ApiPropertyOptional({
    ...PRESENTED,
    type: String,
    nullable: true,
    description: 'Needed with two-factor authentication: the six digits of the app, or a recovery code',
    example: '123456',
  })
  @IsOptional()
  @IsPresented()
  totp_code?: string | null;
}

export class ConfirmedDto {
  @ApiProperty({ format: 'date-time', description: 'Until then this session may use the operations that ask for a fresh proof' })
  confirmed_until: string;
}
