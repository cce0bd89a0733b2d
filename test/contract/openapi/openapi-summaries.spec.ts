import 'reflect-metadata';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { ApiModule } from '../../../apps/api/src/api.module.js';
import { controllersOf, handlersOf } from './erased-classes.js';

/** The key under which @nestjs/swagger keeps `@ApiOperation`; the package does not export it. */
const SWAGGER_OPERATION = 'swagger/apiOperation';

interface Described {
  readonly name: string;
  readonly summary: string | undefined;
}

const OPERATIONS: readonly Described[] = controllersOf(ApiModule).flatMap((controller) =>
  handlersOf(controller)
    .filter((handler) => typeof handler === 'function' && Reflect.hasMetadata(METHOD_METADATA, handler))
    .map((handler) => ({
      name: `${controller.name}.${(handler as { name: string }).name}`,
      summary: (Reflect.getMetadata(SWAGGER_OPERATION, handler) as { summary?: string } | undefined)?.summary,
    })),
);

const MOST_WORDS = 8;
/** A capitalised verb, and none of the words with which a phrase begins that names a thing or asks a question. */
const IMPERATIVE = /^(?!(?:A|An|All|As|From|How|One|The|What|Where|Which|Who|Whether|Your)\b)[A-Z][a-z]+\b/;

const isImperative = (summary: string | undefined): boolean =>
  summary !== undefined && IMPERATIVE.test(summary) && !summary.endsWith('.') && summary.split(/\s+/).length <= MOST_WORDS;

describe('the summary of an operation in the OpenAPI document', () => {
  it('is an imperative of at most 8 words for every operation', () => {
    expect(OPERATIONS.length).toBeGreaterThan(60);
    expect(OPERATIONS.filter(({ summary }) => !isImperative(summary))).toEqual([]);
  });

  it.each([
    'The process is up',
    'What was sent, or will be',
    'Replace the key.',
    'replace the key',
    'Send one two three four five six seven eight',
  ])('is refused when it reads %j', (summary) => {
    expect(isImperative(summary)).toBe(false);
  });
});
