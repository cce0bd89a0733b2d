import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { AppError } from '#libs/core';

/** Judges query parameters by their DTO. A bad or unknown one is 422; bodies have rules of their own and pass. */
@Injectable()
export class QueryPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'query' || metatype === undefined) return value;
    const query = plainToInstance(metatype as new () => object, value, { exposeDefaultValues: true });
    const errors = validateSync(query, { whitelist: true, forbidNonWhitelisted: true, stopAtFirstError: true });
    if (errors.length === 0) return query;
    const details = errors.map(({ property, constraints }) => {
      const [code = 'invalid', message = `${property} is not valid`] = Object.entries(constraints ?? {})[0] ?? [];
      const unknown = code === 'whitelistValidation';
      return unknown
        ? { field: property, code: 'unknown', message: `there is no query parameter ${property}` }
        : { field: property, code, message: `${message}, not ${shown((value as Record<string, unknown>)[property])}` };
    });
    throw new AppError('invalid_query', details.map(({ message }) => message).join('; '), details);
  }
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'missing').slice(0, 80);
