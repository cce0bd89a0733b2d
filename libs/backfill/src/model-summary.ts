import { countOf } from '#libs/terminal';
import type { Model } from '#libs/client';
import { MINUTE_MS, SECOND_MS } from '#libs/core';
import { RETRY_POLICY, type ServiceClient } from './service-client.js';

const ASK_EVERY_MS = SECOND_MS / 2;
/** The worker fits a model within seconds after an import has ended, and gives a fit up after two minutes. */
const GIVE_UP_AFTER_MS = 2 * MINUTE_MS;

/**
 * Waits until the worker has fitted a model to all orders that the tenant has sent.
 * @returns the model; a provisional one when no model was fitted within two minutes, for example because FIT_MODELS is false.
 */
export async function waitForModel(client: ServiceClient, pause: (ms: number) => Promise<unknown> = RETRY_POLICY.pause): Promise<Model> {
  for (let waitedMs = 0; ; waitedMs += ASK_EVERY_MS) {
    const model = await client.model();
    if (model.status === 'fitted' || waitedMs >= GIVE_UP_AFTER_MS) return model;
    await pause(ASK_EVERY_MS);
  }
}

/** Renders the model and its quality as lines of text. */
export function renderModel(model: Model): string[] {
  const warnings = model.warnings.map((warning) => `  note: ${warning}`);
  if (model.trained_at === null) return [`Model ${model.model_version ?? 'none yet'}: not fitted to this shop yet`, ...warnings];
  return [...renderFitted(model), ...warnings];
}

function renderFitted(model: Model): string[] {
  const head = `Model ${model.model_version}: fitted to ${countOf(model.customers ?? 0, 'customer')}, looks ${countOf(model.horizon_days ?? 0, 'day')} ahead`;
  const { quality, auc, baseline, base_rate: baseRate } = model;
  if (quality === null || auc === null || baseRate === null) return [head, '  how good it is cannot be said yet: not enough history'];
  const basis =
    model.basis === 'matured'
      ? `by what ${countOf(model.n ?? 0, 'published score')} came to`
      : `replayed from ${countOf(model.horizon_days ?? 0, 'day')} ago on ${countOf(model.n ?? 0, 'customer')}`;
  const rival = baseline.recency_only_auc === null ? '' : `; by days since the last order alone ${baseline.recency_only_auc.toFixed(2)}`;
  const bands = model.bands.flatMap(({ label, n, promised, observed }) =>
    promised === null || observed === null
      ? []
      : [`    ${label.padEnd(8)} promised ${percent(promised)}, ${percent(observed)} of ${n} did not order`],
  );
  return [head, `  quality: ${quality}, ${basis}`, `  ranks right ${auc.toFixed(2)} of 1${rival}`, ...bands];
}

const percent = (share: number): string => `${(100 * share).toFixed(0)}%`.padStart(4);
