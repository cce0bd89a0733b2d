import { promisify } from 'node:util';
import { gunzip, inflate as inflateZlib } from 'node:zlib';
import { AppError } from '#libs/core';
import { tooLarge } from './receive-bytes.js';

const METHODS = { gzip: promisify(gunzip), deflate: promisify(inflateZlib) } as const;

/** A few kilobytes can inflate to the limit, and the size is not known before. So only a few bodies are inflated at a time, and the others wait. */
const AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Inflates a body as its header says.
 * @param encoding the header `Content-Encoding`
 * @param limit of the inflated bytes
 * @throws AppError `unsupported_media_type` for another encoding; `payload_too_large`; `validation_error` for a corrupt stream
 */
export async function inflate(bytes: Buffer, encoding: string | undefined, limit: number): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? 'identity';
  if (name === 'identity') return bytes;
  if (name !== 'gzip' && name !== 'deflate')
    throw new AppError('unsupported_media_type', `Content-Encoding is ${name.slice(0, 80)}: it must be gzip, deflate or identity`);
  if (running === AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await METHODS[name](bytes, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    throw new AppError('validation_error', 'the body is not a valid gzip or deflate stream');
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
