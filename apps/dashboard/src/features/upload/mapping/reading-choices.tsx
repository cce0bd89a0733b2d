import type { DecimalSign, FileMapping, FileRole, SlashOrder, Understanding } from '#libs/order-import';
import { FormField } from '../../../components/form-field';
import { Input } from '../../../components/ui/input';
import { Select } from '../../../components/ui/select';
import { CurrencySelect } from '../../../components/fields/currency-select';
import { TimeZoneSelect } from '../../../components/fields/time-zone-select';
import type { UploadPlan } from '../plan';
import { text } from '../text';
import { EncodingChoice } from './encoding-choice';

const t = text.plan;
const ROLES = (['orders', 'refunds'] as const).map((value) => ({ value, label: t.roles[value] }));
const SLASHES = (['auto', 'day_first', 'month_first'] as const).map((value) => ({ value, label: t.slashOrders[value] }));
const DECIMALS = (['unknown', 'point', 'comma'] as const).map((value) => ({ value, label: t.decimalSigns[value] }));

interface Props {
  readonly plan: UploadPlan;
  /** Refunds can only be rows of a plain log. */
  readonly isPlain: boolean;
  readonly found: Pick<Understanding, 'writing' | 'encoding' | 'plan'>;
  readonly onPlan: (plan: UploadPlan) => void;
}

/** Asks for what a file does not say. */
export function ReadingChoices({ plan, isPlain, found: { writing: found, encoding, plan: reading }, onPlan }: Props) {
  const { dates, decimals, ...mapping } = plan.mapping;
  const answer = (said: Pick<FileMapping, 'dates' | 'decimals'>): void => onPlan({ ...plan, mapping: { ...mapping, ...said } });
  const signs = decimals === undefined ? {} : { decimals };
  const orders = dates === undefined ? {} : { dates };
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {isPlain && (
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
      {reading.layout.sums !== undefined && (
        <FormField label={t.until} hint={t.untilHint}>
          {(wiring) => (
            <Input {...wiring} type="date" value={plan.until ?? ''} onChange={({ target }) => onPlan({ ...plan, until: target.value })} />
          )}
        </FormField>
      )}
      <EncodingChoice found={encoding} mapping={plan.mapping} onMapping={(said) => onPlan({ ...plan, mapping: said })} />
      {found.slashes !== null && (
        <FormField label={t.slashes} hint={t.slashesHints[found.slashes]}>
          {({ id }) => (
            <Select<SlashOrder | 'auto'>
              id={id}
              value={dates ?? 'auto'}
              options={SLASHES}
              onChange={(order) => answer({ ...signs, ...(order === 'auto' ? {} : { dates: order }) })}
            />
          )}
        </FormField>
      )}
      {found.decimals === 'unknown' && (
        <FormField label={t.decimals} hint={t.decimalsHint}>
          {({ id }) => (
            <Select<DecimalSign | 'unknown'>
              id={id}
              value={decimals ?? 'unknown'}
              options={DECIMALS}
              onChange={(sign) => answer({ ...orders, ...(sign === 'unknown' ? {} : { decimals: sign }) })}
            />
          )}
        </FormField>
      )}
    </div>
  );
}
