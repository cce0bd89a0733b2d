import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '#libs/core';
import { ValidateBy } from 'class-validator';

const { length } = LIMITS.notes;

const isNote = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.isWellFormed() && Array.from(value).length <= length;

/** Does not repeat the value: a note may hold personal data. */
const IsNote = (): PropertyDecorator =>
  ValidateBy({
    name: 'isNote',
    validator: { validate: isNote, defaultMessage: () => `text must be text of 1 to ${length} characters, not only spaces` },
  });

export class WriteNoteDto {
  @ApiProperty({ minLength: 1, maxLength: length, example: 'Called on Monday: waits for the new collection.' })
  @IsNote()
  text: string;
}

export class DeletedNoteDto {
  @ApiProperty({ format: 'uuid' })
  id: string;
}
