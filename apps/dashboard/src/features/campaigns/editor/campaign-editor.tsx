import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import { answerOf, api } from '../../../api/client';
import { ApiProblem } from '../../../api/problem';
import type { CampaignDto } from '../../../api/schema';
import { FormField } from '../../../components/form-field';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../../components/ui/card';
import { Input } from '../../../components/ui/input';
import { problemText } from '../../../text/problem-text';
import { ArmFields } from './arm-fields';
import { text as armText } from '../arms/text';
import { AudienceFields } from './audience-fields';
import { bodyOf, type CampaignForm, campaignRule } from './campaign-form';
import { ChannelFields } from './channel-fields';
import { LimitFields } from './limit-fields';
import { LivePreview } from './live-preview';
import { text } from '../text';
import { WhenFields } from './when-fields';

const t = text.editor;

interface Props {
  readonly initial: CampaignForm;
  /** null for a new campaign. */
  readonly campaign: CampaignDto | null;
}

/** The form of a campaign, with a preview of its recipients. */
export function CampaignEditor({ initial, campaign }: Props) {
  const form = useForm<CampaignForm>({ resolver: zodResolver(campaignRule), defaultValues: initial, mode: 'onTouched' });
  const saving = useSave(campaign, (field, message) => form.setError(field, { message }));
  const save = (isActive: boolean): void => void form.handleSubmit((values) => saving.mutate({ values, isActive }))();
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]"
        onSubmit={(event) => {
          event.preventDefault();
          save(false);
        }}
      >
        <div className="grid gap-6">
          <Section title={t.basics}>
            <BasicFields isSent={campaign !== null && campaign.stats.sends > 0} />
          </Section>
          <Section title={t.audience} description={t.audienceHint}>
            <AudienceFields />
          </Section>
          <Section title={t.limits}>
            <LimitFields />
          </Section>
          <Section title={armText.title} description={armText.description}>
            <ArmFields isFixed={campaign !== null && campaign.stats.sends > 0} />
          </Section>
          <Section title={t.when} description={t.whenHint}>
            <WhenFields />
          </Section>
        </div>
        <div className="grid gap-4 xl:sticky xl:top-6">
          <LivePreview campaign={campaign} />
          {saving.error !== null && <Alert kind="bad">{isMarked(saving.error) ? t.marked : problemText(saving.error)}</Alert>}
          <SaveButtons isNew={campaign === null} busy={saving.isPending} onSave={save} />
        </div>
      </form>
    </FormProvider>
  );
}

interface Input {
  readonly values: CampaignForm;
  readonly isActive: boolean;
}

/** @param onFault receives each field that the API rejects, with its message. */
function useSave(campaign: CampaignDto | null, onFault: (field: 'webhook_url' | 'cron' | 'name', message: string) => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ values, isActive }: Input) => {
      const body = bodyOf(values);
      if (campaign === null) return answerOf(api.POST('/campaigns', { body: { ...body, status: isActive ? 'active' : 'draft' } }));
      return answerOf(api.PATCH('/campaigns/{id}', { params: { path: { id: campaign.id } }, body }));
    },
    onSuccess: async ({ id }, { isActive }) => {
      await queries.invalidateQueries({ queryKey: ['campaigns'] });
      toast.success(campaign === null ? (isActive ? t.activated : t.created) : t.saved);
      await navigate({ to: '/campaigns/$id', params: { id } });
    },
    onError: (error) => {
      for (const { field, message } of error instanceof ApiProblem ? error.details : []) {
        const shownAt = FIELDS.get(field);
        // The message of the API begins with the technical name of the field.
        if (shownAt !== undefined) onFault(shownAt, message.replace(field, t.this));
      }
    },
  });
}

/** Maps a field of the API to the field of the form that shows its error. */
const FIELDS: ReadonlyMap<string, 'webhook_url' | 'name' | 'cron'> = new Map([
  ['webhook_url', 'webhook_url'],
  ['name', 'name'],
  ['schedule', 'cron'],
]);

const isMarked = (error: unknown): boolean =>
  error instanceof ApiProblem && error.details.length > 0 && error.details.every(({ field }) => FIELDS.has(field));

function Section({
  title,
  description,
  children,
}: {
  readonly title: string;
  readonly description?: string;
  readonly children: ReactNode;
}) {
  return (
    <Card>
      <CardHeader title={title} description={description} />
      <CardBody className="grid gap-4">{children}</CardBody>
    </Card>
  );
}

function BasicFields({ isSent }: { readonly isSent: boolean }) {
  const { register, formState } = useFormContext<CampaignForm>();
  const { errors } = formState;
  return (
    <>
      <FormField label={t.name} error={errors.name?.message}>
        {(wiring) => <Input {...wiring} placeholder={t.namePlaceholder} autoComplete="off" {...register('name')} />}
      </FormField>
      <ChannelFields isFixed={isSent} />
    </>
  );
}

interface SaveProps {
  readonly isNew: boolean;
  readonly busy: boolean;
  readonly onSave: (isActive: boolean) => void;
}

/** A schedule or trigger needs an active campaign, so a new one can be saved as a draft or as active. */
function SaveButtons({ isNew, busy, onSave }: SaveProps) {
  const { control } = useFormContext<CampaignForm>();
  const [isScheduled, isTriggered, channel] = useWatch({ control, name: ['isScheduled', 'isTriggered', 'channel'] });
  const isAutomatic = isScheduled || (isTriggered && channel === 'webhook');
  return (
    <div className="flex flex-wrap gap-2">
      {isNew && isAutomatic && (
        <Button busy={busy} onClick={() => onSave(true)}>
          {t.saveActive}
        </Button>
      )}
      <Button type="submit" look={isNew && isAutomatic ? 'secondary' : 'primary'} busy={busy}>
        {isNew && isAutomatic ? t.saveDraft : t.save}
      </Button>
    </div>
  );
}
