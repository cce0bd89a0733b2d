import { Injectable, type PipeTransform } from '@nestjs/common';
import { AppError, type ErrorDetail, LIMITS, traitNameProblem, traitValueProblem } from '#libs/core';

/** Values of traits by name; null removes a trait. */
export type TraitsInput = ReadonlyMap<string, number | null>;

const MOST = LIMITS.traits.names;

/** Validates the body: an object with the name and the value of each trait. */
@Injectable()
export class TraitsPipe implements PipeTransform<unknown, TraitsInput> {
  transform(body: unknown): TraitsInput {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw refusal([{ field: 'body', code: 'invalid_type', message: 'the body must be a JSON object of trait names and numbers' }]);
    }
    const entries = Object.entries(body);
    if (entries.length > MOST) {
      const message = `the body has ${entries.length} traits: a tenant has at most ${MOST}`;
      throw refusal([{ field: 'body', code: 'too_many', message }]);
    }
    const problems = entries.flatMap(([name, value]) => {
      const problem = traitNameProblem(name) ?? traitValueProblem(name, value);
      return problem === null ? [] : [{ field: name.slice(0, 80), ...problem }];
    });
    if (problems.length > 0) throw refusal(problems);
    // JSON has -0. It equals 0, and a reader expects it without the sign.
    return new Map(entries.map(([name, value]: [string, number | null]) => [name, value === null ? null : value + 0]));
  }
}

const refusal = (details: readonly ErrorDetail[]): AppError =>
  new AppError('validation_error', details.map(({ message }) => message).join('; '), details);
