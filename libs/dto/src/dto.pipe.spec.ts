import 'reflect-metadata';
import { IsArray, IsOptional, IsString } from 'class-validator';
import { IsPresented } from './account-rules.js';
import { DtoPipe } from './dto.pipe.js';

class NoteDto {
  @IsString()
  text: string;

  @IsOptional()
  @IsArray()
  tags?: string[];

  @IsOptional()
  @IsPresented()
  password?: string;
}

const pipe = new DtoPipe();
const asBody = (value: unknown): unknown => pipe.transform(value, { type: 'body', metatype: NoteDto });

describe('the validation of bodies and queries', () => {
  it('accepts text with line breaks and emoji', () => {
    expect(asBody({ text: 'two\nlines 😀', tags: ['a'] })).toEqual({ text: 'two\nlines 😀', tags: ['a'] });
  });

  it.each([
    ['text', { text: 'a\u0000b' }],
    ['text', { text: 'half \ud83d' }],
    ['tags', { text: 'a', tags: ['b', '\u0000'] }],
  ])('refuses text in %s that Postgres cannot store, whatever the rules of the field allow', (field, value) => {
    const details = [{ field, code: 'invalid_characters', message: `${field} must have no NUL and no half of a character` }];
    expect(() => asBody(value)).toThrow(expect.objectContaining({ code: 'validation_error', details }));
    expect(() => pipe.transform(value, { type: 'query', metatype: NoteDto })).toThrow(expect.objectContaining({ code: 'invalid_query' }));
  });

  it('accepts any text as a secret, which is compared as a hash', () => {
    expect(asBody({ text: 'a', password: '\ud800' })).toEqual({ text: 'a', password: '\ud800' });
  });
});
