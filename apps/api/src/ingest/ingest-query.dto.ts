import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';

export class IngestQuery {
  @ApiPropertyOptional({ enum: ['true', 'false'], default: 'false', description: 'Judge everything, store nothing' })
  @IsOptional()
  @IsIn(['true', 'false'])
  dry_run?: 'true' | 'false';
}
