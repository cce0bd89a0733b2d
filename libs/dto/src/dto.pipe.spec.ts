import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsOptional, IsString, Min, ValidateNested } from 'class-validator';
import { IsPresented } from './account-rules.js';
import { DtoPipe } from './dto.pipe.js';
import { PageQuery } from './page.dto.js';

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

class PartDto {
  @IsInt()
  @Min(0)
  count: number;
}

class WholeDto {
  @ValidateNested()
  @Type(() => PartDto)
  part: PartDto;

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => PartDto)
  parts: PartDto[];
}

const pipe = new DtoPipe();
const asBody = (value: unknown): unknown => pipe.transform(value, { type: 'body', metatype: NoteDto });

describe('A body with a mistyped name', () => {
  it('is refused with the unknown name and the field that is missing for it', () => {
    const refused = (): unknown => asBody({ txet: 'a', tags: 'b' });
    expect(refused).toThrow('there is no field txet: did you mean text?; text is missing: it must be a string; tags must be an array');
    expect(() => asBody({ text: 'a', tgas: [] })).toThrow(/^there is no field tgas: did you mean tags\?$/);
  });
});

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

  it.each(['constructor', '__proto__', 'prototype'])('refuses a key named %s at any depth', (key) => {
    const hostile = [`{"${key}":1}`, `{"text":{"${key}":1}}`, `{"text":"a","tags":[{"deep":{"${key}":{}}}]}`].map(
      (json) => JSON.parse(json) as object,
    );
    for (const value of hostile) {
      const field = Object.keys(value).at(-1);
      const details = [expect.objectContaining({ field, code: 'unsafe_key' })];
      expect(() => asBody(value)).toThrow(expect.objectContaining({ code: 'validation_error', details }));
      expect(() => pipe.transform(value, { type: 'query', metatype: NoteDto })).toThrow(expect.objectContaining({ code: 'invalid_query' }));
    }
  });

  it.each([21, 6000])('refuses %s levels', (levels) => {
    const tags = JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;
    const details = [{ field: 'tags', code: 'too_deep', message: 'tags must have at most 20 levels' }];
    expect(() => asBody({ text: 'a', tags })).toThrow(expect.objectContaining({ code: 'validation_error', details }));
  });

  it('takes null in an optional field for its absence, and refuses it elsewhere', () => {
    expect(asBody({ text: 'a', tags: null, password: null })).toEqual({ text: 'a' });
    expect(() => asBody({ text: null })).toThrow(expect.objectContaining({ code: 'validation_error' }));
  });

  it.each([
    ['limit=abc', 'abc', 'isInt'],
    ['limit=1.5', '1.5', 'isInt'],
    ['limit=', '', 'isInt'],
    ['limit=0', '0', 'min'],
    ['limit=-5', '-5', 'min'],
    ['limit=201', '201', 'max'],
  ])('gives %s the code of the rule that it breaks', (_query, limit, code) => {
    const details = [{ field: 'limit', code, message: `limit must be a whole number from 1 to 200, not "${limit}"` }];
    expect(() => pipe.transform({ limit }, { type: 'query', metatype: PageQuery })).toThrow(expect.objectContaining({ details }));
  });

  it.each([
    [{ part: { count: -1 }, parts: [] }, 'part.count', 'part.count must not be less than 0'],
    [{ part: { count: 'x' }, parts: [] }, 'part.count', 'part.count must be an integer number'],
    [{ part: { count: 1 }, parts: [{ count: 1 }, { count: 1.5 }] }, 'parts[1].count', 'parts[1].count must be an integer number'],
    [{ part: { count: 1, cuont: 2 }, parts: [] }, 'part.cuont', 'there is no field part.cuont'],
    [{ part: null, parts: [] }, 'part', 'part must be an object'],
    [{ part: 7, parts: [] }, 'part', 'part must be an object'],
    [{ part: { count: 1 }, parts: 'all' }, 'parts', 'parts must be a list of objects'],
    [{ part: { count: 1 }, parts: [null] }, 'parts[0]', 'parts[0] must be an object'],
  ])('names the field inside an object or a list: %j', (value, field, message) => {
    const refused = (): unknown => pipe.transform(value, { type: 'body', metatype: WholeDto });
    expect(refused).toThrow(expect.objectContaining({ code: 'validation_error', details: [expect.objectContaining({ field, message })] }));
  });

  it('says which required field of a body or a query is missing, and what it must be', () => {
    const details = [{ field: 'text', code: 'isString', message: 'text is missing: it must be a string' }];
    for (const type of ['body', 'query'] as const) {
      expect(() => pipe.transform({}, { type, metatype: NoteDto })).toThrow(expect.objectContaining({ details }));
    }
  });

  it('accepts any text as a secret, which is compared as a hash', () => {
    expect(asBody({ text: 'a', password: '\ud800' })).toEqual({ text: 'a', password: '\ud800' });
  });
});
