import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, type ValidationError, validateSync } from 'class-validator';
import { AppError, type ErrorDetail, invalid } from '#libs/core';
import { MOST_DETAILS, refuseUnknownFields } from './unknown-name.js';

type Dto = new () => object;

/**
 * Validates query parameters and bodies with their DTO. A wrong field is refused: 422 in a query, 400 in a body. So are unknown fields
 * of a body (unknown query parameters never come here), and text that Postgres cannot store. Bodies with a pipe of their own have no
 * DTO with rules, and pass.
 */
@Injectable()
export class DtoPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (metatype === undefined || !hasRules(metatype)) return value;
    switch (type) {
      case 'query':
        requireHarmless(value, toQueryRefusal);
        return validate(metatype as Dto, value, toQueryRefusal);
      case 'body': {
        const body = requireObject(value);
        requireHarmless(body, toBodyRefusal);
        return validateBody(metatype as Dto, body);
      }
      case 'param':
      case 'custom':
        return value;
    }
  }
}

/** Refuses unknown fields together with all other faults: a mistyped name leaves a required field missing, and the caller mends both at once. */
function validateBody(dto: Dto, body: object): object {
  const known = fieldsOf(dto);
  const unknown = refusalIn(() => refuseUnknownFields(body, known));
  if (unknown === null) return validate(dto, body, toBodyRefusal);
  const rest = Object.fromEntries(Object.entries(body).filter(([field]) => known.includes(field)));
  const others = refusalIn(() => validate(dto, rest, toBodyRefusal));
  if (others === null) throw unknown;
  const details = [...(unknown.details ?? []), ...(others.details ?? [])].slice(0, MOST_DETAILS);
  throw new AppError(unknown.code, `${unknown.message}; ${others.message}`, details);
}

function refusalIn(work: () => unknown): AppError | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const hasRules = (type: new (...args: never[]) => unknown): boolean =>
  getMetadataStorage().getTargetValidationMetadatas(type, '', false, false).length > 0;

interface Problem {
  readonly field: string;
  readonly code: string;
  readonly message: string;
  readonly value: unknown;
}

function validate(dto: Dto, value: unknown, toRefusal: (problems: readonly Problem[]) => AppError): object {
  const input = plainToInstance(dto, withoutNulls(dto, value), { exposeDefaultValues: true });
  // Unknown parameters of a query never come here, and fields of a body are refused above: these are fields inside of them.
  const errors = validateSync(input, { whitelist: true, forbidNonWhitelisted: toRefusal === toBodyRefusal });
  if (errors.length === 0) return requireStorable(dto, input, toRefusal);
  throw toRefusal(problemsIn(errors, value, '').slice(0, MOST_DETAILS));
}

/** Names the fields inside an object or a list by their path, such as `summary.amounts[0].currency`. */
const problemsIn = (errors: readonly ValidationError[], value: unknown, path: string): Problem[] =>
  errors.flatMap(({ property, constraints, children = [] }) => {
    const field = path === '' ? property : /^\d+$/.test(property) ? `${path}[${property}]` : `${path}.${property}`;
    const inside = (value as Readonly<Record<string, unknown>> | null)?.[property];
    // Decorators register from the last to the first. The first one names the type, so text for a number is not "above the maximum".
    const [code, message] = Object.entries(constraints ?? {}).at(-1) ?? [];
    if (code === undefined || message === undefined) return problemsIn(children, inside, field);
    return [{ field, code, message: messageOf(code, message, { property, field }), value: inside }];
  });

/** Says what is allowed. The messages of class-validator name the last part of a path only, and "nested properties". */
function messageOf(code: string, message: string, { property, field }: { readonly property: string; readonly field: string }): string {
  if (code === 'whitelistValidation') return `there is no field ${field}`;
  if (code !== 'nestedValidation') return message.replace(property, () => field);
  return message.startsWith('each value') && !field.endsWith(']') ? `${field} must be a list of objects` : `${field} must be an object`;
}

const fieldsOf = (dto: Dto): string[] => [
  ...new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(dto, '', false, false)
      .map(({ propertyName }) => propertyName),
  ),
];

/** Leaves out optional fields that are null: they mean the same as absent ones, so that their defaults hold. */
function withoutNulls(dto: Dto, value: unknown): object {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const optional = new Set(rules.filter(({ name }) => name === 'isOptional').map(({ propertyName }) => propertyName));
  return Object.fromEntries(Object.entries(value ?? {}).filter(([field, inside]) => inside !== null || !optional.has(field)));
}

/** class-transformer would take values under these keys for parts of the object itself. */
const UNSAFE_KEYS = ['constructor', '__proto__', 'prototype'];
/** No DTO is deeper. class-transformer and class-validator call themselves once a level. */
const MOST_LEVELS = 20;

/** Refuses, before anything walks through the value, keys that name parts of every object, and too many levels. */
function requireHarmless(value: unknown, toRefusal: (problems: readonly Problem[]) => AppError): void {
  const problems = Object.entries(value ?? {}).flatMap(([name, inside]) => {
    const field = name.slice(0, 80);
    if (UNSAFE_KEYS.includes(name)) return [{ field, code: 'unsafe_key', message: `no field may be named ${name}`, value: inside }];
    const harm = harmIn(inside);
    if (harm === null) return [];
    const rule = harm === 'unsafe_key' ? `have no key named ${UNSAFE_KEYS.join(' or ')}` : `have at most ${MOST_LEVELS} levels`;
    return [{ field, code: harm, message: `${field} must ${rule}`, value: inside }];
  });
  if (problems.length > 0) throw toRefusal(problems.slice(0, MOST_DETAILS));
}

function harmIn(value: unknown): 'unsafe_key' | 'too_deep' | null {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const objects = level.filter((each) => typeof each === 'object' && each !== null);
    if (objects.length > 0 && depth === MOST_LEVELS) return 'too_deep';
    if (objects.some((each) => UNSAFE_KEYS.some((key) => Object.hasOwn(each, key)))) return 'unsafe_key';
    level = objects.flatMap((each) => Object.values(each) as unknown[]);
  }
  return null;
}

/**
 * Refuses text that Postgres cannot store, in any field. The exception are fields with `IsPresented`: they are secrets, which the service
 * only hashes.
 */
function requireStorable(dto: Dto, input: object, toRefusal: (problems: readonly Problem[]) => AppError): object {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const secrets = new Set(rules.filter(({ name }) => name === 'isPresented').map(({ propertyName }) => propertyName));
  const problems = Object.entries(input)
    .filter(([field, value]) => !secrets.has(field) && !isStorable(value))
    .map(([field, value]) => ({
      field,
      code: 'invalid_characters',
      message: `${field} must have no NUL and no half of a character`,
      value,
    }));
  if (problems.length > 0) throw toRefusal(problems);
  return input;
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  return typeof value !== 'object' || value === null || Object.values(value).every(isStorable);
}

function requireObject(body: unknown): object {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  const message = 'the body must be a JSON object';
  throw invalid('body', 'invalid_type', message);
}

function toQueryRefusal(problems: readonly Problem[]): AppError {
  return refusal(
    'invalid_query',
    problems.map((problem) => ({ field: problem.field, code: problem.code, message: withValue(problem) })),
  );
}

/** The messages repeat the value only where one of a list is allowed: others may be passwords or the whole body. */
function toBodyRefusal(problems: readonly Problem[]): AppError {
  return refusal(
    'validation_error',
    problems.map((problem) => ({
      field: problem.field,
      code: problem.code,
      message: problem.code === 'isIn' || problem.value === undefined ? withValue(problem) : problem.message,
    })),
  );
}

/** Says what was sent: `limit must be a whole number, not "x"`, or `since is missing: it must be a day`. */
function withValue({ field, message, value }: Problem): string {
  if (value !== undefined) return `${message}, not ${toShownJson(value)}`;
  return message.startsWith(`${field} must `) ? `${field} is missing: it${message.slice(field.length)}` : message;
}

const refusal = (code: 'invalid_query' | 'validation_error', details: readonly ErrorDetail[]): AppError =>
  new AppError(code, details.map(({ message }) => message).join('; '), details);

const toShownJson = (value: unknown): string => JSON.stringify(value).slice(0, 80);
