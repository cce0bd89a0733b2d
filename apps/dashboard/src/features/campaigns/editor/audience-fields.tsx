import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext } from 'react-hook-form';
import { LIFECYCLES } from '../../../api/lifecycle';
import { segmentsQuery } from '../../../shared/segments/queries';
import { text as segmentText } from '../../../shared/segments/text';
import { useMe } from '../../../api/me';
import { FormField } from '../../../components/form-field';
import { LABELS } from '../../../components/risk-badge';
import { Checkbox } from '../../../components/ui/checkbox';
import { Select } from '../../../components/ui/select';
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
      <LifecycleChoice />
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
      <ConsentChoice />
      <WorthChoice />
      <SegmentChoice />
    </>
  );
}

const NO_SEGMENT = 'none';

/** Lets the campaign follow a segment. */
function SegmentChoice() {
  const { control } = useFormContext<CampaignForm>();
  const { data: segments = [] } = useQuery(segmentsQuery);
  const options = [{ value: NO_SEGMENT, label: segmentText.noSegment }, ...segments.map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <Controller
      control={control}
      name="others"
      render={({ field }) => (
        <div className="grid gap-1.5">
          <span className="text-sm font-medium" aria-hidden>
            {segmentText.field}
          </span>
          <Select
            label={segmentText.field}
            value={field.value.segment ?? NO_SEGMENT}
            options={options}
            onChange={(id) => field.onChange({ ...field.value, segment: id === NO_SEGMENT ? null : id })}
          />
          <p className="text-[0.8125rem] text-muted">{segmentText.fieldHint}</p>
        </div>
      )}
    />
  );
}

/** Limits the audience to those who accept marketing. */
function ConsentChoice() {
  const { control } = useFormContext<CampaignForm>();
  return (
    <Controller
      control={control}
      name="others"
      render={({ field }) => (
        <div className="grid justify-items-start gap-1.5">
          <Box
            id="marketing_consent"
            label={t.consent}
            isChosen={field.value.marketing_consent?.join() === 'yes'}
            onChange={(on) => field.onChange({ ...field.value, marketing_consent: on ? ['yes'] : null })}
          />
          <p className="text-[0.8125rem] text-muted">{t.consentHint}</p>
        </div>
      )}
    />
  );
}

/** Limits the audience to customers who are worth the cost of a contact. */
function WorthChoice() {
  const { control } = useFormContext<CampaignForm>();
  return (
    <Controller
      control={control}
      name="worth_contacting"
      render={({ field }) => (
        <div className="grid justify-items-start gap-1.5">
          <Box id="worth_contacting" label={t.worth} isChosen={field.value} onChange={field.onChange} />
          <p className="text-[0.8125rem] text-muted">{t.worthHint}</p>
        </div>
      )}
    />
  );
}

const LabelChoice = () => (
  <Boxes name="labels" values={LABELS} legend={t.labels} hint={t.labelsHint} nameOf={(label) => commonText.risk[label]} />
);

const LifecycleChoice = () => (
  <Boxes
    name="lifecycle"
    values={LIFECYCLES}
    legend={t.lifecycle}
    hint={t.lifecycleHint}
    nameOf={(lifecycle) => commonText.lifecycle[lifecycle]}
  />
);

interface BoxesProps<Name extends 'labels' | 'lifecycle'> {
  readonly name: Name;
  readonly values: readonly CampaignForm[Name][number][];
  readonly legend: string;
  readonly hint: string;
  readonly nameOf: (value: CampaignForm[Name][number]) => string;
}

/** Lets the reader choose some of a few values; none means no condition. */
function Boxes<Name extends 'labels' | 'lifecycle'>({ name, values, legend, hint, nameOf }: BoxesProps<Name>) {
  const { control } = useFormContext<CampaignForm>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => {
        const chosen: readonly string[] = field.value;
        return (
          <fieldset>
            <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
            <div className="flex flex-wrap gap-2">
              {values.map((value) => (
                <Box
                  key={value}
                  id={`${name}-${value}`}
                  label={nameOf(value)}
                  isChosen={chosen.includes(value)}
                  onChange={(on) => field.onChange(values.filter((other) => (other === value ? on : chosen.includes(other))))}
                />
              ))}
            </div>
            <p className="mt-1.5 text-[0.8125rem] text-muted">{hint}</p>
          </fieldset>
        );
      }}
    />
  );
}

interface BoxProps {
  readonly id: string;
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChange: (on: boolean) => void;
}

const Box = ({ id, label, isChosen, onChange }: BoxProps) => (
  <span
    className={`flex items-center gap-2.5 rounded-lg border px-3 py-2 text-sm ${isChosen ? 'border-accent bg-accent-soft' : 'border-line'}`}
  >
    <Checkbox id={id} checked={isChosen} onCheckedChange={(on) => onChange(on === true)} />
    <label htmlFor={id}>{label}</label>
  </span>
);
