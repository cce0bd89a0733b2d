import type { Upload } from '#libs/backfill';
import { countOf } from '#libs/terminal';
import type { TargetOptions } from '../import/target.js';
import { clientFor, type UploadsContext } from './uploads-context.js';

const STATES: Readonly<Record<Upload['state'], string>> = {
  under_way: 'not finished',
  complete: 'complete',
  removing: 'being removed',
  removed: 'removed',
};

/** Prints the uploads of a tenant. @throws StoppedError when the service refuses or cannot be reached */
export async function listUploads(options: TargetOptions & { readonly json?: boolean }, context: UploadsContext): Promise<void> {
  const uploads = await (await clientFor(options, context)).uploads();
  const { terminal } = context;
  if (options.json === true) return terminal.line(JSON.stringify(uploads, null, 2));
  if (uploads.length === 0) return terminal.line('Nothing was uploaded yet.');
  for (const upload of uploads) terminal.line(lineOf(upload));
}

/** Describes an upload in a line, which begins with its id. The name of the file comes last: it may hold anything. */
export function lineOf({ id, state, created_at: at, removal, summary, file_name: name }: Upload): string {
  const { orders, customers, first_at: first, last_at: last, amounts } = summary;
  const failed = state === 'removing' && removal?.status === 'failed' ? ', stopped' : '';
  return [
    id,
    at.slice(0, 16).replace('T', ' '),
    `${STATES[state]}${failed}`,
    countOf(orders, 'order'),
    countOf(customers, 'customer'),
    first == null || last == null ? 'no period' : `${first.slice(0, 10)} to ${last.slice(0, 10)}`,
    amounts.length === 0 ? 'no amounts' : amounts.map(({ currency, amount }) => `${amount} ${currency}`).join(' and '),
    name,
  ].join('  ');
}
