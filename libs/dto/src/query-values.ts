/** Query parameters are text. Only a decimal number becomes a number, so the next rule refuses "", "1e3" and "0x10". */
export const toNumber = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;

/** `a=x&a=y`, `a[]=x` and `a=x,y` all mean the same. */
export const toList = ({ value }: { value: unknown }): unknown =>
  value === undefined ? undefined : [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : [part]));

/** `a=x&a=y` and `a[]=x`: texts that may contain commas. */
export const toTexts = ({ value }: { value: unknown }): unknown => (value === undefined ? undefined : [value].flat());
