import type { ServerResponse } from 'node:http';
import { AppError } from '#libs/core';
import { readJson } from '#libs/storefront';
import { admit } from './body-admission.js';

/**
 * Parses the body of a storefront's webhook after its signature check, so that ids keep all their digits.
 * @param inflated the bytes, or the value that body-parser leaves when there are none
 * @throws AppError `validation_error` when it is not JSON.
 */
export function platformBody(format: 'platform' | 'none', inflated: unknown, response: ServerResponse): unknown {
  if (format === 'none') return {};
  const bytes = Buffer.isBuffer(inflated) ? inflated : Buffer.alloc(0);
  admit(undefined, response, bytes, 'utf-8');
  try {
    return readJson(bytes.toString('utf8'));
  } catch (error) {
    throw new AppError('validation_error', `the body is not valid JSON: ${String(error).slice(0, 200)}`);
  }
}
