import { useId } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { Checkbox } from '../../../components/ui/checkbox';
import { InfoHint } from '../../../components/info-hint';
import { terms } from '../../../text/terms';
import { FormField } from '../../../components/form-field';
import type { CampaignForm } from './campaign-form';
import { text } from '../text';
import { UnitInput } from './unit-input';

const t = text.editor;

/** The fields for the control group, the pause, the window, the maximum, and customers who have unsubscribed. */
export function LimitFields() {
  const { register, formState } = useFormContext<CampaignForm>();
  const { errors } = formState;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <FormField
        label={t.holdout}
        hint={t.holdoutHint}
        aside={<InfoHint text={terms.controlGroup} />}
        error={errors.holdout_percent?.message}
      >
        {(wiring) => <UnitInput {...wiring} unit={t.percent} {...register('holdout_percent')} />}
      </FormField>
      <FormField label={t.cooldown} hint={t.cooldownHint} error={errors.cooldown_days?.message}>
        {(wiring) => <UnitInput {...wiring} unit={t.days} {...register('cooldown_days')} />}
      </FormField>
      <FormField label={t.maxRecipients} hint={t.maxRecipientsHint} error={errors.max_recipients?.message}>
        {(wiring) => <UnitInput {...wiring} unit={t.unit} {...register('max_recipients')} />}
      </FormField>
      <FormField label={t.window} hint={t.windowHint} error={errors.window_days?.message}>
        {(wiring) => <UnitInput {...wiring} unit={t.days} {...register('window_days')} />}
      </FormField>
      <Choice name="contact_within_window" label={t.withinWindow} hint={t.withinWindowHint} />
      <Choice name="include_unsubscribed" label={t.unsubscribed} hint={t.unsubscribedHint} />
    </div>
  );
}

interface ChoiceProps {
  readonly name: 'contact_within_window' | 'include_unsubscribed';
  readonly label: string;
  readonly hint: string;
}

function Choice({ name, label, hint }: ChoiceProps) {
  const id = useId();
  const { control } = useFormContext<CampaignForm>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <div className="flex items-start gap-2.5 sm:col-span-3">
          <Checkbox id={id} aria-describedby={`${id}-hint`} checked={field.value} onCheckedChange={(on) => field.onChange(on === true)} />
          <div className="text-sm">
            <label htmlFor={id}>{label}</label>
            <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
              {hint}
            </p>
          </div>
        </div>
      )}
    />
  );
}
