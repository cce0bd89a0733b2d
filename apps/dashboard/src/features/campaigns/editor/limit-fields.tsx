import { useFormContext } from 'react-hook-form';
import { FormField } from '../../../components/form-field';
import type { CampaignForm } from './campaign-form';
import { text } from '../text';
import { UnitInput } from './unit-input';

const t = text.editor;

/** The fields for the control group, the pause and the maximum. */
export function LimitFields() {
  const { register, formState } = useFormContext<CampaignForm>();
  const { errors } = formState;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <FormField label={t.holdout} hint={t.holdoutHint} error={errors.holdout_percent?.message}>
        {(wiring) => <UnitInput {...wiring} unit={t.percent} {...register('holdout_percent')} />}
      </FormField>
      <FormField label={t.cooldown} hint={t.cooldownHint} error={errors.cooldown_days?.message}>
        {(wiring) => <UnitInput {...wiring} unit={t.days} {...register('cooldown_days')} />}
      </FormField>
      <FormField label={t.maxRecipients} hint={t.maxRecipientsHint} error={errors.max_recipients?.message}>
        {(wiring) => <UnitInput {...wiring} unit={t.unit} {...register('max_recipients')} />}
      </FormField>
    </div>
  );
}
