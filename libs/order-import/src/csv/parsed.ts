/** The result of parsing a field: its value, or the reason why it is wrong. */
export type Parsed<T> = { kind: 'value'; value: T } | { kind: 'wrong'; reason: string };

export const value = <T>(parsed: T): Parsed<T> => ({ kind: 'value', value: parsed });
export const wrong = (reason: string): Parsed<never> => ({ kind: 'wrong', reason });
