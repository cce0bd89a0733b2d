import { Controller, useFormContext } from 'react-hook-form';
import { useMe } from '../../../api/me';
import { FormField } from '../../../components/form-field';
import { LABELS, type Label } from '../../../components/risk-badge';
import { Checkbox } from '../../../components/ui/checkbox';
import { commonText } from '../../../text/common';
import type { CampaignForm } from './campaign-form';
import { text } from '../text';
import { UnitInput } from './unit-input';

const t = text.editor;

/** The fields for the audience of a campaign. */
export function AudienceFields() {
  const { register, formState } = useFormContext<CampaignForm>();
  const { errors } = formState;
  const { currency } = useMe().tenant;
  return (
    <>
      <LabelChoice />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormField label={t.minScore} hint={t.scoreHint} error={errors.min_score?.message}>
          {(wiring) => <UnitInput {...wiring} unit={t.percent} placeholder="0" {...register('min_score')} />}
        </FormField>
        <FormField label={t.maxScore} error={errors.max_score?.message}>
          {(wiring) => <UnitInput {...wiring} unit={t.percent} placeholder="100" {...register('max_score')} />}
        </FormField>
        <FormField label={t.minMonetary} error={errors.min_monetary?.message}>
          {(wiring) => <UnitInput {...wiring} unit={currency} placeholder="0" {...register('min_monetary')} />}
        </FormField>
        <FormField label={t.minRevenueAtRisk} error={errors.min_revenue_at_risk?.message}>
          {(wiring) => <UnitInput {...wiring} unit={currency} placeholder="0" {...register('min_revenue_at_risk')} />}
        </FormField>
      </div>
    </>
  );
}

function LabelChoice() {
  const { control } = useFormContext<CampaignForm>();
  return (
    <Controller
      control={control}
      name="labels"
      render={({ field }) => (
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">{t.labels}</legend>
          <div className="flex flex-wrap gap-2">
            {LABELS.map((label) => (
              <LabelBox key={label} label={label} chosen={field.value} onChange={field.onChange} />
            ))}
          </div>
          <p className="mt-1.5 text-[0.8125rem] text-muted">{t.labelsHint}</p>
        </fieldset>
      )}
    />
  );
}

interface LabelBoxProps {
  readonly label: Label;
  readonly chosen: readonly Label[];
  readonly onChange: (chosen: Label[]) => void;
}

function LabelBox({ label, chosen, onChange }: LabelBoxProps) {
  const isChosen = chosen.includes(label);
  const id = `label-${label}`;
  return (
    <span
      className={`flex items-center gap-2.5 rounded-lg border px-3 py-2 text-sm ${isChosen ? 'border-accent bg-accent-soft' : 'border-line'}`}
    >
      <Checkbox
        id={id}
        checked={isChosen}
        onCheckedChange={(on) => onChange(LABELS.filter((other) => (other === label ? on === true : chosen.includes(other))))}
      />
      <label htmlFor={id}>{commonText.risk[label]}</label>
    </span>
  );
}
