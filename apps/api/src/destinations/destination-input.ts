import { type DestinationKind, invalid } from '#libs/core';
import type { ChangeDestinationDto, CreateDestinationDto } from './destination.dto.js';

type Field = 'url' | 'event_types' | 'key';

/** The fields of a kind in addition to the name and the switch, and whether a new destination needs them. */
const FIELDS: Readonly<Record<DestinationKind, Readonly<Partial<Record<Field, 'required' | 'optional'>>>>> = {
  webhook: { url: 'required', event_types: 'optional' },
  klaviyo: { key: 'required' },
  shopify: {},
  slack: { key: 'required' },
};

/** A private key of Klaviyo. Its public key, six characters, may not change profiles. */
const KLAVIYO_KEY = /^pk_[A-Za-z0-9_-]{10,200}$/;

interface InputRules {
  readonly isNew: boolean;
  /** Address of Slack's incoming webhooks. */
  readonly slackUrl: string;
}

/**
 * Checks the fields of an input against the kind of the destination.
 * @throws AppError `validation_error` for a field that is missing, or that this kind does not have. It does not repeat a key.
 */
export function expectFieldsOf(
  kind: DestinationKind,
  input: CreateDestinationDto | ChangeDestinationDto,
  { isNew, slackUrl }: InputRules,
): void {
  for (const field of ['url', 'event_types', 'key'] as const) {
    const rule = FIELDS[kind][field];
    if (rule === undefined && input[field] !== undefined) throw invalid(field, 'not_allowed', `${field} is not for the kind ${kind}`);
    if (isNew && rule === 'required' && input[field] === undefined)
      throw invalid(field, 'required', `${field} is missing: the kind ${kind} needs it`);
  }
  if (kind === 'klaviyo' && input.key !== undefined && !KLAVIYO_KEY.test(input.key))
    throw invalid('key', 'not_a_key', 'key must be a private API key of Klaviyo, which begins with pk_');
  if (kind === 'slack' && input.key !== undefined && !isSlackUrl(input.key, slackUrl))
    throw invalid('key', 'not_a_key', `key must be the URL of an incoming webhook of Slack, which begins with ${slackUrl}/services/`);
}

const SLACK_PATH = /^\/services\/[A-Za-z0-9/]{3,200}$/;
const isSlackUrl = (key: string, slackUrl: string): boolean => key.startsWith(slackUrl) && SLACK_PATH.test(key.slice(slackUrl.length));

const HINT = 4;

/** Returns the end of a key, by which people recognise it. */
export const hintOf = (key: string): string => key.slice(-HINT);
