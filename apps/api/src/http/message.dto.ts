import { ApiProperty } from '@nestjs/swagger';

export class MessageDto {
  @ApiProperty({ description: 'What happened, in a sentence' })
  message: string;
}
