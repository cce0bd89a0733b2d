import type { FileRole, SlashEvidence, SlashOrder } from '#libs/order-import';
import { FormField } from '../../components/form-field';
import { Input } from '../../components/ui/input';
import { Select } from '../../components/ui/select';
import { CURRENCIES } from '../../fields/currencies';
import { Suggestions } from '../../fields/suggestions';
import { isCurrency, isTimeZone, type UploadPlan } from './plan';
import { text } from './text';

const t = text.plan;
const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')];
const ROLES = (['orders', 'refunds'] as const).map((value) => ({ value, label: t.roles[value] }));
const SLASHES = (['auto', 'day_first', 'month_first'] as const).map((value) => ({ value, label: t.slashOrders[value] }));

interface Props {
  readonly plan: UploadPlan;
  /** What the dates of the file say. */
  readonly found: SlashEvidence;
  readonly onPlan: (plan: UploadPlan) => void;
}

/** Asks for what a file does not say. */
export function ReadingChoices({ plan, found, onPlan }: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {(plan.format === null || plan.format === 'generic') && (
        <FormField label={t.role} hint={t.roleHint}>
          {({ id }) => <Select<FileRole> id={id} value={plan.role} options={ROLES} onChange={(role) => onPlan({ ...plan, role })} />}
        </FormField>
      )}
      <FormField label={t.currency} hint={t.currencyHint} error={isCurrency(plan.currency) ? undefined : t.badCurrency}>
        {(wiring) => (
          <Input
            {...wiring}
            className="uppercase"
            list="currencies"
            maxLength={3}
            value={plan.currency}
            onChange={({ target }) => onPlan({ ...plan, currency: target.value.toUpperCase() })}
          />
        )}
      </FormField>
      <FormField label={t.timeZone} hint={t.timeZoneHint} error={isTimeZone(plan.timeZone) ? undefined : t.badTimeZone}>
        {(wiring) => (
          <Input
            {...wiring}
            list="time-zones"
            value={plan.timeZone}
            onChange={({ target }) => onPlan({ ...plan, timeZone: target.value })}
          />
        )}
      </FormField>
      <FormField label={t.slashes} hint={t.slashesHints[found ?? 'none']}>
        {({ id }) => (
          <Select<SlashOrder | 'auto'>
            id={id}
            value={plan.slashes ?? 'auto'}
            options={SLASHES}
            onChange={(order) => onPlan({ ...plan, slashes: order === 'auto' ? null : order })}
          />
        )}
      </FormField>
      <Suggestions id="currencies" values={CURRENCIES} />
      <Suggestions id="time-zones" values={TIME_ZONES} />
    </div>
  );
}
