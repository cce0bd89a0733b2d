import type { AuditEntryDto } from '../../api/schema';
import { auditText } from './text';

type Action = AuditEntryDto['action'];

const ACTIONS = Object.keys(auditText) as readonly Action[];

/** What the log can be narrowed to, by the subjects that actions begin with. */
const KINDS = {
  all: { label: 'Everything', subjects: [] },
  access: { label: 'Signing in', subjects: ['user', 'session'] },
  people: { label: 'People', subjects: ['member', 'tenant'] },
  keys: { label: 'Keys and webhooks', subjects: ['api_key', 'webhook', 'webhook_secret'] },
  settings: { label: 'Settings and plan', subjects: ['settings', 'plan'] },
  customers: { label: 'Campaigns and erasures', subjects: ['campaign', 'customer'] },
} as const satisfies Record<string, { readonly label: string; readonly subjects: readonly string[] }>;

export type Kind = keyof typeof KINDS;

export const KIND_OPTIONS = Object.entries(KINDS).map(([value, { label }]) => ({ value: value as Kind, label }));

/** @returns none for all of them. */
export function actionsOf(kind: Kind): readonly Action[] {
  const subjects: readonly string[] = KINDS[kind].subjects;
  return ACTIONS.filter((action) => subjects.includes(action.split('.', 1)[0] ?? ''));
}
