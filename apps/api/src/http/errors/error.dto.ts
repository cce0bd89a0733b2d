import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

class ErrorDetailDto {
  @ApiProperty()
  field: string;

  @ApiProperty()
  code: string;

  @ApiProperty()
  message: string;
}

export class ErrorDto {
  @ApiProperty({ example: 'validation_error', description: 'A code, never a sentence' })
  error: string;

  @ApiProperty()
  message: string;

  @ApiPropertyOptional({ type: [ErrorDetailDto] })
  details?: ErrorDetailDto[];

  @ApiProperty({ description: 'The same id as in the header X-Request-Id' })
  request_id: string;
}
