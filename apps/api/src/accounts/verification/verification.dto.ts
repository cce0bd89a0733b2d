import { ApiProperty } from '@nestjs/swagger';
import { IsPresented, PRESENTED } from '#libs/dto';

export class VerifyEmailDto {
  @ApiProperty({ ...PRESENTED, description: 'From the link in the mail, behind #token=' })
  @IsPresented()
  token: string;

  @ApiProperty({ ...PRESENTED, format: 'password', description: 'The password of the account' })
  @IsPresented()
  password: string;
}
