import type { AuditEntryDto } from '../../api/schema';
import { capital } from '../../text/capital';
import { DETAIL_NAMES, VALUE_WORDS } from './audit-words';

export interface DetailTools {
  /** The e-mail address of a person of the team; undefined for others. */
  readonly emailOf: (userId: string) => string | undefined;
  readonly dateTime: (instant: string) => string;
}

/** The details that are instants. A name may look like one: people choose it. */
const INSTANTS: ReadonlySet<string> = new Set(['expires_at', 'deletes_at', 'since', 'until']);

/** Says the details of an entry in plain words, one text each. A detail without a value is left out. */
export const detailTexts = (details: AuditEntryDto['details'], tools: DetailTools): string[] =>
  Object.entries(details)
    .map(([key, value]) => [key, valueText(key, value, tools)] as const)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${nameOf(key)}: ${value}`);

const spaced = (code: string): string => code.replaceAll('_', ' ');
const nameOf = (key: string): string => (Object.hasOwn(DETAIL_NAMES, key) ? DETAIL_NAMES[key] : undefined) ?? capital(spaced(key));

function valueText(key: string, value: unknown, tools: DetailTools): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((each) => valueText(key, each, tools)).join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // An operator's change of several settings is stored as one text.
  if (key === 'fields' && text.includes(',')) return valueText(key, text.split(','), tools);
  if (key === 'user_id') return tools.emailOf(text) ?? text;
  if (INSTANTS.has(key)) return tools.dateTime(text);
  const words = VALUE_WORDS[key];
  return words !== undefined && Object.hasOwn(words, text) ? (words[text] ?? text) : text;
}
