import { ApiProperty } from '@nestjs/swagger';
import { IsPresented } from '#libs/dto';

export class VerifyEmailDto {
  @ApiProperty({ description: 'From the link in the mail, behind #token=' })
  @IsPresented()
  token: string;
}
