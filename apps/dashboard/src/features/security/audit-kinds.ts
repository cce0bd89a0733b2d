import type { AuditEntryDto } from '../../api/schema';
import { auditText, text } from './text';

type Action = AuditEntryDto['action'];

const ACTIONS = Object.keys(auditText) as readonly Action[];

/** Filters of the log. Each shows the actions with a name that begins with one of its subjects; `all` shows all actions. */
const SUBJECTS = {
  all: [],
  access: ['user', 'session'],
  people: ['member', 'tenant'],
  keys: ['api_key', 'webhook', 'webhook_secret', 'destination', 'storefront'],
  settings: ['settings', 'plan', 'job', 'model'],
  customers: ['campaign', 'segment', 'customer', 'trait', 'events', 'upload'],
} as const satisfies Record<keyof typeof text.log.filters, readonly string[]>;

export type Kind = keyof typeof SUBJECTS;

export const KIND_OPTIONS = Object.entries(text.log.filters).map(([value, label]) => ({ value: value as Kind, label }));

/** @returns an empty list for `all`: the API then answers with every action. */
export function actionsOf(kind: Kind): readonly Action[] {
  const subjects: readonly string[] = SUBJECTS[kind];
  return ACTIONS.filter((action) => subjects.includes(action.split('.', 1)[0] ?? ''));
}
