import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TO_CONTACT } from '../../api/lifecycle';
import type { DestinationDto } from '../../api/schema';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Checkbox } from '../../components/ui/checkbox';
import { Input } from '../../components/ui/input';
import { Select } from '../../components/ui/select';
import { profilesQuery } from './queries';
import { StorageFields, type StorageValues } from './storage-fields';
import { text as t } from './text';

const KINDS = ['webhook', 'klaviyo', 'shopify', 'slack', 'storage'] as const satisfies readonly DestinationDto['kind'][];
export const DEFAULT_EVENTS = ['customer.churn_score.changed', 'customer.high_risk.detected'] as const;
const EVENTS = [...DEFAULT_EVENTS, 'customer.order_overdue', 'customer.second_order_due'] as const;

export interface Values {
  readonly kind: DestinationDto['kind'];
  readonly name: string;
  readonly url: string;
  readonly key: string;
  readonly event_types: (typeof EVENTS)[number][];
  readonly storage: StorageValues;
}

interface FieldsProps {
  readonly values: Values;
  /** Null for a new one. */
  readonly destination: DestinationDto | null;
  readonly faultOf: (field: string) => string | undefined;
  readonly onChange: (change: Partial<Values>) => void;
}

/** The fields of the chosen kind. */
export function DestinationFields({ values, destination, faultOf, onChange: set }: FieldsProps) {
  return (
    <>
      {destination === null && KINDS.length > 1 && (
        <FormField label={t.fields.kind}>
          {({ id }) => (
            <Select
              id={id}
              value={values.kind}
              options={KINDS.map((value) => ({ value, label: t.kinds[value].name }))}
              onChange={(kind) => set({ kind })}
            />
          )}
        </FormField>
      )}
      <FormField label={t.fields.name} hint={t.fields.nameHint} error={faultOf('name')}>
        {(wiring) => <Input {...wiring} value={values.name} autoComplete="off" onChange={({ target }) => set({ name: target.value })} />}
      </FormField>
      {values.kind === 'shopify' && destination === null && <p className="text-sm text-muted">{t.shopify.note}</p>}
      {values.kind === 'webhook' && (
        <>
          <FormField label={t.fields.url} error={faultOf('url')}>
            {(wiring) => (
              <Input {...wiring} type="url" value={values.url} autoComplete="off" onChange={({ target }) => set({ url: target.value })} />
            )}
          </FormField>
          <EventChoice chosen={values.event_types} onChange={(event_types) => set({ event_types })} />
        </>
      )}
      {values.kind === 'klaviyo' && destination === null && <KlaviyoMatches />}
      {(values.kind === 'klaviyo' || values.kind === 'slack') && (
        <KeyField
          kind={values.kind}
          value={values.key}
          hint={destination?.key_hint ?? null}
          error={faultOf('key')}
          onChange={(key) => set({ key })}
        />
      )}
      {values.kind === 'storage' && (
        <StorageFields
          values={values.storage}
          keyHint={destination?.key_hint ?? null}
          faultOf={(field) => faultOf(`storage.${field}`)}
          onChange={(change) => set({ storage: { ...values.storage, ...change } })}
        />
      )}
    </>
  );
}

/** Says how many customers Klaviyo can find, before anything is sent. */
function KlaviyoMatches() {
  const { data } = useQuery(profilesQuery);
  if (data === undefined) return <p className="text-sm text-muted">{t.klaviyo.counting}</p>;
  const { matched_by_id: matched, left_out: leftOut } = data;
  return (
    <Alert kind={matched === 0 ? 'warn' : 'note'}>
      <p>{matched === 0 ? t.klaviyo.noMatch : t.klaviyo.matches(matched)}</p>
      {leftOut > 0 && (
        <p className="mt-1">
          {t.klaviyo.leftOut(leftOut)} {t.klaviyo.byFile}{' '}
          <Link to="/customers" search={{ lifecycle: TO_CONTACT }} className="font-medium text-accent hover:underline">
            {t.klaviyo.openList}
          </Link>
        </p>
      )}
    </Alert>
  );
}

interface KeyFieldProps {
  readonly kind: 'klaviyo' | 'slack';
  readonly value: string;
  /** The end of the present key; null for a new destination. */
  readonly hint: string | null;
  readonly error: string | undefined;
  readonly onChange: (key: string) => void;
}

function KeyField({ kind, value, hint, error, onChange }: KeyFieldProps) {
  return (
    <FormField label={t.keys[kind].label} hint={hint === null ? t.keys[kind].hint : t.keyKept(hint)} error={error}>
      {(wiring) => <Input {...wiring} type="password" value={value} autoComplete="off" onChange={({ target }) => onChange(target.value)} />}
    </FormField>
  );
}

interface EventChoiceProps {
  readonly chosen: Values['event_types'];
  readonly onChange: (chosen: Values['event_types']) => void;
}

function EventChoice({ chosen, onChange }: EventChoiceProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">{t.fields.events}</legend>
      {EVENTS.map((event) => (
        <div key={event} className="flex gap-3">
          <Checkbox
            id={event}
            className="mt-0.5"
            checked={chosen.includes(event)}
            onCheckedChange={(on) => onChange(EVENTS.filter((other) => (other === event ? on === true : chosen.includes(other))))}
          />
          <label htmlFor={event} className="text-sm">
            {t.events[event]}
          </label>
        </div>
      ))}
      {chosen.length === 0 && (
        <p role="alert" className="text-[0.8125rem] text-danger">
          {t.noEvents}
        </p>
      )}
    </fieldset>
  );
}
