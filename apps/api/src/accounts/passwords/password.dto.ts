import { ApiProperty } from '@nestjs/swagger';
import { IsEmailAddress, IsNewPassword, IsPresented, PRESENTED, NEW_PASSWORD } from '#libs/dto';

export class ForgotPasswordDto {
  @ApiProperty({ format: 'email' })
  @IsEmailAddress()
  email: string;
}

export class ResetPasswordDto {
  @ApiProperty({ ...PRESENTED, description: 'From the link in the mail, behind #token=' })
  @IsPresented()
  token: string;

  @ApiProperty(NEW_PASSWORD)
  @IsNewPassword()
  password: string;
}

export class ChangePasswordDto {
  @ApiProperty({ ...PRESENTED, format: 'password', description: 'The current password' })
  @IsPresented()
  current_password: string;

  @ApiProperty(NEW_PASSWORD)
  @IsNewPassword()
  new_password: string;
}
