import { UnreadableFile } from '../csv-files/open-csv';
import { problemText } from '../../text/problem-text';
import { NothingKept } from './kept-book';
import { text } from './text';

/** Says why addresses cannot be read or kept. */
export function addressProblem(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  return error instanceof NothingKept ? text.notKept : problemText(error);
}
