import { type ReactNode, useId } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useMe } from '../../../api/me';
import { FormField } from '../../../components/form-field';
import { Input } from '../../../components/ui/input';
import { Select } from '../../../components/ui/select';
import { Switch } from '../../../components/ui/switch';
import type { CampaignForm } from './campaign-form';
import { EVERY, LAST_MONTH_DAY, WEEKDAYS } from '../schedule';
import { text } from '../text';

const t = text.editor;
const MONTH_DAYS = Array.from({ length: LAST_MONTH_DAY }, (_, index) => String(index + 1));
const TRIGGERS = ['second_order_due', 'overdue', 'entered_high', 'entered_critical'] as const;

/** The fields for the schedule and the trigger of a campaign. */
export function WhenFields() {
  const { timezone } = useMe().tenant;
  const { control } = useFormContext<CampaignForm>();
  const channel = useWatch({ control, name: 'channel' });
  return (
    <>
      <Switchable name="isScheduled" label={t.scheduled} hint={t.scheduledHint(timezone)}>
        <ScheduleFields />
      </Switchable>
      {channel === 'webhook' && (
        <Switchable name="isTriggered" label={t.triggered} hint={t.triggeredHint}>
          <TriggerFields />
        </Switchable>
      )}
    </>
  );
}

function TriggerFields() {
  const { control } = useFormContext<CampaignForm>();
  const [trigger, lifecycle] = useWatch({ control, name: ['trigger', 'lifecycle'] });
  const missesActive = trigger === 'overdue' && lifecycle.length > 0 && !lifecycle.includes('active');
  return (
    <>
      <Chooser name="trigger" label={t.trigger} options={TRIGGERS.map((value) => ({ value, label: t.triggerOptions[value] }))} />
      {missesActive && <p className="text-[0.8125rem] text-muted sm:col-span-2">{t.overdueMisses}</p>}
    </>
  );
}

interface SwitchableProps {
  readonly name: 'isScheduled' | 'isTriggered';
  readonly label: string;
  readonly hint: string;
  readonly children: ReactNode;
}

function Switchable({ name, label, hint, children }: SwitchableProps) {
  const id = useId();
  const { control } = useFormContext<CampaignForm>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <div className="rounded-lg border border-line p-4">
          <div className="flex items-start justify-between gap-4">
            <div>
              <label htmlFor={id} className="text-sm font-medium">
                {label}
              </label>
              <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
                {hint}
              </p>
            </div>
            <Switch id={id} aria-describedby={`${id}-hint`} checked={field.value} onCheckedChange={field.onChange} />
          </div>
          {field.value && <div className="mt-4 grid items-start gap-4 sm:grid-cols-3">{children}</div>}
        </div>
      )}
    />
  );
}

function ScheduleFields() {
  const { control, register, formState } = useFormContext<CampaignForm>();
  const every = useWatch({ control, name: 'every' });
  const { errors } = formState;
  return (
    <>
      <Chooser name="every" label={t.every} options={EVERY.map((value) => ({ value, label: t.everyOptions[value] }))} />
      {every === 'week' && (
        <Chooser
          name="weekday"
          label={t.weekday}
          options={WEEKDAYS.map((day) => ({ value: String(day), label: text.weekdays[day] ?? '' }))}
        />
      )}
      {every === 'month' && <Chooser name="monthDay" label={t.monthDay} options={MONTH_DAYS.map((value) => ({ value, label: value }))} />}
      {every === 'cron' ? (
        <div className="sm:col-span-2">
          <FormField label={t.cron} hint={t.cronHint} error={errors.cron?.message}>
            {(wiring) => <Input {...wiring} className="font-mono" autoComplete="off" spellCheck={false} {...register('cron')} />}
          </FormField>
        </div>
      ) : (
        <FormField label={t.time} error={errors.time?.message}>
          {(wiring) => <Input {...wiring} type="time" {...register('time')} />}
        </FormField>
      )}
    </>
  );
}

interface ChooserProps {
  readonly name: 'every' | 'weekday' | 'monthDay' | 'trigger';
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

function Chooser({ name, label, options }: ChooserProps) {
  const { control } = useFormContext<CampaignForm>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <FormField label={label}>
          {({ id }) => <Select id={id} value={field.value} options={options} onChange={field.onChange} />}
        </FormField>
      )}
    />
  );
}
