import type { DecimalSign, FileRole, SlashOrder, WritingEvidence } from '#libs/order-import';
import { FormField } from '../../components/form-field';
import { Select } from '../../components/ui/select';
import { CurrencySelect } from '../../components/fields/currency-select';
import { TimeZoneSelect } from '../../components/fields/time-zone-select';
import type { UploadPlan } from './plan';
import { text } from './text';

const t = text.plan;
const ROLES = (['orders', 'refunds'] as const).map((value) => ({ value, label: t.roles[value] }));
const SLASHES = (['auto', 'day_first', 'month_first'] as const).map((value) => ({ value, label: t.slashOrders[value] }));
const DECIMALS = (['unknown', 'point', 'comma'] as const).map((value) => ({ value, label: t.decimalSigns[value] }));

interface Props {
  readonly plan: UploadPlan;
  /** The ways in which the file writes dates and amounts. */
  readonly found: WritingEvidence;
  readonly onPlan: (plan: UploadPlan) => void;
}

/** Asks for what a file does not say. */
export function ReadingChoices({ plan, found, onPlan }: Props) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {(plan.format === null || plan.format === 'generic') && (
        <FormField label={t.role} hint={t.roleHint}>
          {({ id }) => <Select<FileRole> id={id} value={plan.role} options={ROLES} onChange={(role) => onPlan({ ...plan, role })} />}
        </FormField>
      )}
      <FormField label={t.currency} hint={t.currencyHint}>
        {(wiring) => <CurrencySelect {...wiring} value={plan.currency} onChange={(currency) => onPlan({ ...plan, currency })} />}
      </FormField>
      <FormField label={t.timeZone} hint={t.timeZoneHint}>
        {(wiring) => <TimeZoneSelect {...wiring} value={plan.timeZone} onChange={(timeZone) => onPlan({ ...plan, timeZone })} />}
      </FormField>
      {found.slashes !== null && (
        <FormField label={t.slashes} hint={t.slashesHints[found.slashes]}>
          {({ id }) => (
            <Select<SlashOrder | 'auto'>
              id={id}
              value={plan.slashes ?? 'auto'}
              options={SLASHES}
              onChange={(order) => onPlan({ ...plan, slashes: order === 'auto' ? null : order })}
            />
          )}
        </FormField>
      )}
      {found.decimals === 'unknown' && (
        <FormField label={t.decimals} hint={t.decimalsHint}>
          {({ id }) => (
            <Select<DecimalSign | 'unknown'>
              id={id}
              value={plan.decimals ?? 'unknown'}
              options={DECIMALS}
              onChange={(sign) => onPlan({ ...plan, decimals: sign === 'unknown' ? null : sign })}
            />
          )}
        </FormField>
      )}
    </div>
  );
}
