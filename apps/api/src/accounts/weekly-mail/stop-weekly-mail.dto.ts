import { ApiProperty } from '@nestjs/swagger';
import { IsPresented, PRESENTED } from '#libs/dto';

export class StopTokenQuery {
  @ApiProperty({ ...PRESENTED, description: 'From the link in a mail', example: 'AZCmwh0-fEeKW2x9jp8KGw' })
  @IsPresented()
  token: string;
}
