import { setTimeout as sleep } from 'node:timers/promises';
import type { SendResult } from '#libs/delivery';
import { isObject, type PlatformAnswer } from '#libs/storefront';
import type { Profile } from './profile.js';
import { arrived, LAST_CALL_MS, resultOf, type VendorHttp } from './vendor-http.js';

/** The version of Klaviyo's API that these calls are written for. */
const REVISION = '2026-01-15';
const JOBS = '/api/profile-bulk-import-jobs';
/** Pauses between looks at a job: Klaviyo allows ten calls a second and 150 a minute. */
const POLL_MS = [500, 1000, 2000, 2000];
/** Refused profiles that a log names. */
const NAMED = 20;

/**
 * Keeps the profiles of a Klaviyo account up to date, by its bulk import API (up to 10,000 profiles and 5 MB a job).
 * https://developers.klaviyo.com/en/reference/bulk_import_profiles
 */
export class Klaviyo {
  /** @param baseUrl without a slash at the end. @param privateKey of the account; it begins with `pk_` */
  constructor(
    private readonly http: VendorHttp,
    private readonly baseUrl: string,
    private readonly privateKey: string,
  ) {}

  /**
   * Creates or updates the profiles with these external ids. Waits a few seconds for the result. Refused profiles are logged by our ids and
   * are not an error, because another attempt would fail in the same way.
   */
  async push(profiles: readonly Profile[]): Promise<SendResult> {
    const started = performance.now();
    const data = profiles.map((profile) => ({ type: 'profile', attributes: attributesOf(profile) }));
    const json = { data: { type: 'profile-bulk-import-job', attributes: { profiles: { data } } } };
    const answer = await this.call('POST', JOBS, json);
    const job = readJob(answer);
    if (job === null) return resultOf(answer, started, complaintsIn(answer));
    const ended = await this.waitFor(job, started);
    if (ended === null) return arrived(started, 202, `Klaviyo has taken ${profiles.length} profiles and still works on them.`);
    if (ended.status === 'cancelled')
      return { ...arrived(started, 200, 'Klaviyo has cancelled the import of the profiles.'), error: 'http_5xx' };
    const refused = ended.failed === 0 ? '' : await this.refusedOf(ended, profiles, started);
    return arrived(started, 200, `Klaviyo has updated ${profiles.length - ended.failed} of ${profiles.length} profiles.${refused}`);
  }

  /** Makes a call that changes nothing, with the permissions that `push` needs. */
  async test(): Promise<SendResult> {
    const started = performance.now();
    const answer = await this.call('GET', `${JOBS}?page[size]=1`);
    return resultOf(answer, started, complaintsIn(answer) ?? 'Klaviyo accepts the key.');
  }

  private async waitFor({ id }: ImportJob, started: number): Promise<ImportJob | null> {
    for (const pauseMs of POLL_MS) {
      await sleep(pauseMs);
      if (performance.now() - started > LAST_CALL_MS) return null;
      // A look that fails says nothing about the job.
      const job = readJob(await this.call('GET', `${JOBS}/${encodeURIComponent(id)}`));
      if (job?.status === 'complete' || job?.status === 'cancelled') return job;
    }
    return null;
  }

  private async refusedOf({ id, failed }: ImportJob, profiles: readonly Profile[], started: number): Promise<string> {
    const summary = ` It refused ${failed}`;
    if (performance.now() - started > LAST_CALL_MS) return `${summary}.`;
    const answer = await this.call('GET', `${JOBS}/${encodeURIComponent(id)}/import-errors?page[size]=100`);
    const ids = new Map(profiles.map((profile) => [profile.externalId, profile.id]));
    const named = listOf(bodyOf(answer)?.['data']).flatMap(({ attributes }) => {
      const { code, original_payload: payload } = isObject(attributes) ? attributes : {};
      const ours = isObject(payload) ? ids.get(String(payload['external_id'])) : undefined;
      return ours === undefined ? [] : [`${ours} (${codeOf(code)})`];
    });
    return named.length === 0 ? `${summary}.` : `${summary}: customers ${named.slice(0, NAMED).join(', ')}.`;
  }

  private call(method: 'GET' | 'POST', path: string, json?: object): Promise<PlatformAnswer> {
    const headers = {
      Authorization: `Klaviyo-API-Key ${this.privateKey}`,
      Accept: 'application/vnd.api+json',
      revision: REVISION,
      ...(json !== undefined && { 'Content-Type': 'application/vnd.api+json' }),
    };
    return this.http.call({ method, url: this.baseUrl + path, headers, ...(json !== undefined && { json }) });
  }
}

/** Klaviyo keeps a property for which a job names no value, so a day that is not known is left out. */
const attributesOf = ({ externalId, churnScore, churnLabel, lifecycle, revenueAtRisk, nextOrderP50, offer }: Profile): object => ({
  external_id: externalId,
  properties: {
    churn_score: churnScore,
    churn_label: churnLabel,
    ...(lifecycle !== null && { lifecycle }),
    revenue_at_risk: revenueAtRisk,
    ...(nextOrderP50 !== null && { next_order_p50: nextOrderP50 }),
    ...(offer !== null && { campaign_offer: offer.name, campaign_offer_text: offer.text ?? '' }),
  },
});

interface ImportJob {
  readonly id: string;
  readonly status: string;
  readonly failed: number;
}

type Fields = Record<string, unknown>;

function bodyOf(answer: PlatformAnswer): Fields | null {
  if (answer.kind === 'unreachable') return null;
  try {
    const body: unknown = JSON.parse(answer.text);
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** An id that may stand in a path. Not every text may: half of a surrogate pair cannot be encoded. */
const JOB_ID = /^[\w=.:-]{1,200}$/;

/** @returns null when the answer does not describe a job */
function readJob(answer: PlatformAnswer): ImportJob | null {
  if (answer.kind === 'unreachable' || answer.status >= 300) return null;
  const data = bodyOf(answer)?.['data'];
  if (!isObject(data) || typeof data['id'] !== 'string' || !JOB_ID.test(data['id'])) return null;
  const { status, failed_count: failed } = isObject(data['attributes']) ? data['attributes'] : {};
  return { id: data['id'], status: typeof status === 'string' ? status : '', failed: typeof failed === 'number' ? failed : 0 };
}

const CODE = /^[a-z0-9_.-]{1,60}$/i;
const codeOf = (code: unknown): string => (typeof code === 'string' && CODE.test(code) ? code : 'unknown');

/** Returns the codes of the errors, without their details, which may repeat what was sent; null without errors. */
function complaintsIn(answer: PlatformAnswer): string | null {
  const codes = listOf(bodyOf(answer)?.['errors']).map(({ code }) => codeOf(code));
  return codes.length === 0 ? null : `Klaviyo answers: ${[...new Set(codes)].slice(0, NAMED).join(', ')}.`;
}
