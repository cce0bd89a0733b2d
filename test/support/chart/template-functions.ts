import { createHash } from 'node:crypto';
import { stringify } from 'yaml';

type Function = (...args: never[]) => unknown;

/** True as in Go's templates: neither absent, nor false, zero or empty. */
export function isTrue(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === 0 || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

export const toText = (value: unknown): string => (value === null || value === undefined ? '' : `${value as string | number | boolean}`);

const indent = (width: number, text: string): string => text.split('\n').map((line) => `${' '.repeat(width)}${line}`).join('\n'); // prettier-ignore

/** The functions of Go and of Sprig that the chart uses, with the order of their arguments. */
export const FUNCTIONS: Readonly<Record<string, Function>> = {
  default: (fallback: unknown, value?: unknown) => (isTrue(value) ? value : fallback),
  required: (message: string, value?: unknown) => {
    if (value === undefined || value === null || value === '') throw new Error(message);
    return value;
  },
  fail: (message: string) => {
    throw new Error(message);
  },
  quote: (value: unknown) => JSON.stringify(toText(value)),
  squote: (value: unknown) => `'${toText(value)}'`,
  toString: toText,
  int: (value: unknown) => Math.trunc(Number(value)),
  add: (a: number, b: number) => a + b,
  div: (a: number, b: number) => Math.trunc(a / b),
  eq: (a: unknown, b: unknown) => a === b,
  not: (value: unknown) => !isTrue(value),
  and: (...values: unknown[]) => values.find((value) => !isTrue(value)) ?? values.at(-1),
  or: (...values: unknown[]) => values.find((value) => isTrue(value)) ?? values.at(-1),
  printf: (format: string, ...values: unknown[]) => format.replaceAll('%s', () => toText(values.shift())),
  contains: (part: string, text: string) => text.includes(part),
  hasPrefix: (start: string, text: string) => text.startsWith(start),
  trunc: (length: number, text: string) => text.slice(0, length),
  trimSuffix: (end: string, text: string) => (text.endsWith(end) ? text.slice(0, -end.length) : text),
  sha256sum: (text: string) => createHash('sha256').update(text).digest('hex'),
  toYaml: (value: unknown) => stringify(value, { lineWidth: 0, sortMapEntries: true }).trimEnd(),
  indent,
  nindent: (width: number, text: string) => `\n${indent(width, text)}`,
  list: (...values: unknown[]) => values,
  append: (values: unknown[], value: unknown) => [...values, value],
  concat: (...lists: unknown[][]) => lists.flat(),
  has: (value: unknown, values: unknown[]) => values.includes(value),
  splitList: (separator: string, text: string) => text.split(separator),
  dict: (...entries: unknown[]) => {
    const keys = entries.filter((_, at) => at % 2 === 0).map(toText);
    return Object.fromEntries(keys.map((key, at) => [key, entries[2 * at + 1]]));
  },
};
