/** A query parameter is text; only a decimal number becomes one, so that "", "1e3" or "0x10" are refused by the rule behind. */
export const toNumber = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;

/** `a=x&a=y`, `a[]=x` and `a=x,y` all mean the same. */
export const toList = ({ value }: { value: unknown }): unknown =>
  value === undefined ? undefined : [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : [part]));
