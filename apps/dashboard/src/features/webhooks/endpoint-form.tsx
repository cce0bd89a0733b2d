import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import type { WebhookSettingsDto } from '../../api/schema';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Checkbox } from '../../components/ui/checkbox';
import { Input } from '../../components/ui/input';
import { Switch } from '../../components/ui/switch';
import { deliveryText } from '../../shared/deliveries/text';
import { problemText } from '../../text/problem-text';
import { SHOP_EVENTS, bodyOf, type EndpointValues, endpointRule, valuesOf } from './endpoint-values';
import { text } from './text';

const t = text.endpoint;

/** Edits the endpoint: its URL and its events. */
export function EndpointForm({ settings }: { readonly settings: WebhookSettingsDto }) {
  const form = useForm<EndpointValues>({ resolver: zodResolver(endpointRule), values: valuesOf(settings), mode: 'onTouched' });
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (values: EndpointValues) => answerOf(api.PATCH('/settings/webhook', { body: bodyOf(values) })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['webhook'] });
      toast.success(t.saved);
    },
    onError: (error) => {
      const fault = error instanceof ApiProblem ? error.details.find(({ field }) => field === 'url') : undefined;
      if (fault !== undefined) form.setError('url', { message: fault.message.replace(/^url/, t.this) });
    },
  });
  return (
    <Card>
      <CardHeader title={t.title} />
      <CardBody>
        <FormProvider {...form}>
          <form noValidate className="grid gap-5" onSubmit={(event) => void form.handleSubmit((values) => saving.mutate(values))(event)}>
            <Fields />
            {saving.error !== null && form.formState.errors.url === undefined && <Alert kind="bad">{problemText(saving.error)}</Alert>}
            <Button type="submit" className="justify-self-start" busy={saving.isPending}>
              {t.save}
            </Button>
          </form>
        </FormProvider>
      </CardBody>
    </Card>
  );
}

function Fields() {
  const { control, register, formState } = useFormContext<EndpointValues>();
  const { errors } = formState;
  return (
    <>
      <FormField label={t.url} hint={t.urlHint} error={errors.url?.message}>
        {(wiring) => <Input {...wiring} type="url" placeholder={t.urlPlaceholder} autoComplete="off" {...register('url')} />}
      </FormField>
      <Controller
        control={control}
        name="enabled"
        render={({ field }) => (
          <div className="flex items-center justify-between gap-4">
            <label htmlFor="webhooks-enabled" className="text-sm font-medium">
              {t.enabled}
            </label>
            <Switch id="webhooks-enabled" checked={field.value} onCheckedChange={field.onChange} />
          </div>
        )}
      />
      <EventTypes />
      <FormField label={t.delta} hint={t.deltaHint} error={errors.delta?.message}>
        {(wiring) => (
          <span className="flex items-center gap-2">
            <Input {...wiring} inputMode="decimal" autoComplete="off" className="w-24 tabular-nums" {...register('delta')} />
            <span className="text-sm text-muted">{t.points}</span>
          </span>
        )}
      </FormField>
    </>
  );
}

function EventTypes() {
  const { control, formState } = useFormContext<EndpointValues>();
  const error = formState.errors.event_types?.message;
  return (
    <Controller
      control={control}
      name="event_types"
      render={({ field }) => (
        <fieldset className="grid gap-3">
          <legend className="mb-2 text-sm font-medium">{t.events}</legend>
          {SHOP_EVENTS.map((event) => (
            <div key={event} className="flex gap-3">
              <Checkbox
                id={event}
                aria-describedby={`${event}-hint`}
                className="mt-0.5"
                checked={field.value.includes(event)}
                onCheckedChange={(on) =>
                  field.onChange(SHOP_EVENTS.filter((other) => (other === event ? on === true : field.value.includes(other))))
                }
              />
              <div className="text-sm">
                <label htmlFor={event}>{deliveryText.events[event]}</label>
                <p id={`${event}-hint`} className="text-[0.8125rem] text-muted">
                  {text.eventHints[event]}
                </p>
              </div>
            </div>
          ))}
          {error !== undefined && (
            <p role="alert" className="text-[0.8125rem] text-danger">
              {error}
            </p>
          )}
        </fieldset>
      )}
    />
  );
}
