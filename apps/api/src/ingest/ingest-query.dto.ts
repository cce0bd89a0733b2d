import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';

export class IngestQuery {
  @ApiPropertyOptional({ enum: ['true', 'false'], default: 'false', description: 'Validate all events and store none' })
  @IsOptional()
  @IsIn(['true', 'false'])
  dry_run?: 'true' | 'false';
}
