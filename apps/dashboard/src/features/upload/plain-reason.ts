import { text } from './text';

/** The sentences of the service about the time of an event. They name its field, which a file does not have. */
const KNOWN = [
  [/^occurred_at .*: it must not be later than /, text.preview.future],
  [/^occurred_at .*: it must not be before 2000/, text.preview.tooOld],
] as const;

/** Says in the words of the upload why the service refuses an event. */
export const plainReason = (error: string): string => KNOWN.find(([pattern]) => pattern.test(error))?.[1] ?? error;
