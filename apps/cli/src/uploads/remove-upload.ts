import { type Job, RETRY_POLICY, type ServiceClient, type Upload } from '#libs/backfill';
import { countOf, StoppedError } from '#libs/terminal';
import type { TargetOptions } from '../import/target.js';
import { lineOf } from './list-uploads.js';
import { clientFor, type UploadsContext } from './uploads-context.js';

const PAUSE_MS = 1000;

/**
 * Removes what an upload brought, and waits until the service has done it. A caller that stops waiting stops nothing.
 * @throws StoppedError when the service does not know the upload, the key may not remove it, or the removal fails
 */
export async function removeUpload(
  id: string,
  options: TargetOptions & { readonly wait?: boolean },
  context: UploadsContext,
): Promise<void> {
  const { terminal } = context;
  const client = await clientFor(options, context);
  const upload = (await client.uploads()).find((each) => each.id === id.toLowerCase());
  if (upload === undefined) throw new StoppedError(`There is no upload with the id "${id}". \`uploads list\` shows the ids.`);
  terminal.line(lineOf(upload));
  if (upload.state === 'removed') return terminal.line('It was removed before. Nothing to do.');
  const jobId = await client.removeUpload(upload.id);
  if (options.wait === false) return terminal.line('The service removes it now. `uploads list` says when it is done.');
  const job = await ended(client, jobId, upload, context);
  if (job.status === 'failed')
    throw new StoppedError(`The removal stopped after ${countOf(job.processed, 'entry', 'entries')} (${job.error ?? 'no reason'}). Run the same command again to go on.`); // prettier-ignore
  terminal.line(`Removed ${countOf(job.processed, 'entry', 'entries')}. The scores follow by themselves.`);
}

async function ended(client: ServiceClient, jobId: string, { events }: Upload, { terminal, patience }: UploadsContext): Promise<Job> {
  const { pause } = patience ?? RETRY_POLICY;
  const progress = terminal.progress('Removing', events);
  try {
    for (;;) {
      const job = await client.job(jobId);
      if (job.status === 'completed' || job.status === 'failed') return job;
      progress.update(job.processed, `${job.processed} of ${events}`);
      await pause(PAUSE_MS);
    }
  } finally {
    progress.stop();
  }
}
