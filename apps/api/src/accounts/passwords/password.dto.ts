import { ApiProperty } from '@nestjs/swagger';
import { PASSWORD_RULE } from '#libs/core';
import { IsEmailAddress, IsNewPassword, IsPresented } from '#libs/dto';

const secret = (description: string) => ({ format: 'password', description });

export class ForgotPasswordDto {
  @ApiProperty({ format: 'email' })
  @IsEmailAddress()
  email: string;
}

export class ResetPasswordDto {
  @ApiProperty({ description: 'From the link in the mail, behind #token=' })
  @IsPresented()
  token: string;

  @ApiProperty(secret(PASSWORD_RULE))
  @IsNewPassword()
  password: string;
}

export class ChangePasswordDto {
  @ApiProperty(secret('The current password'))
  @IsPresented()
  current_password: string;

  @ApiProperty(secret(PASSWORD_RULE))
  @IsNewPassword()
  new_password: string;
}
