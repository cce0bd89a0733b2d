import type { DecimalSign, FileRole, SlashOrder, WritingEvidence } from '#libs/order-import';
import { FormField } from '../../components/form-field';
import { Select } from '../../components/ui/select';
import { CurrencySelect } from '../../fields/currency-select';
import { TimeZoneSelect } from '../../fields/time-zone-select';
import type { UploadPlan } from './plan';
import { text } from './text';

const t = text.plan;
const ROLES = (['orders', 'refunds'] as const).map((value) => ({ value, label: t.roles[value] }));
const SLASHES = (['auto', 'day_first', 'month_first'] as const).map((value) => ({ value, label: t.slashOrders[value] }));
const DECIMALS = (['auto', 'point', 'comma'] as const).map((value) => ({ value, label: t.decimalSigns[value] }));

interface Props {
  readonly plan: UploadPlan;
  /** The ways in which the file writes dates and amounts. */
  readonly found: WritingEvidence;
  readonly onPlan: (plan: UploadPlan) => void;
}

/** Asks for what a file does not say. */
export function ReadingChoices({ plan, found, onPlan }: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-5">
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
      <FormField label={t.slashes} hint={t.slashesHints[found.slashes ?? 'none']}>
        {({ id }) => (
          <Select<SlashOrder | 'auto'>
            id={id}
            value={plan.slashes ?? 'auto'}
            options={SLASHES}
            onChange={(order) => onPlan({ ...plan, slashes: order === 'auto' ? null : order })}
          />
        )}
      </FormField>
      <FormField label={t.decimals} hint={t.decimalsHints[found.decimals ?? 'none']}>
        {({ id }) => (
          <Select<DecimalSign | 'auto'>
            id={id}
            value={plan.decimals ?? 'auto'}
            options={DECIMALS}
            onChange={(sign) => onPlan({ ...plan, decimals: sign === 'auto' ? null : sign })}
          />
        )}
      </FormField>
    </div>
  );
}
