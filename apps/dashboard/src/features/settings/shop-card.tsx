import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { SettingsDto } from '../../api/schema';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Input } from '../../components/ui/input';
import { CURRENCIES, currencyRule } from '../../fields/currencies';
import { Suggestions } from '../../fields/suggestions';
import { fieldText } from '../../fields/text';
import { commonText } from '../../text/common';
import { problemText } from '../../text/problem-text';
import { useChangeSettings } from './queries';
import { text } from './text';

const t = text.shop;
const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')];
const given = z.string().trim().min(1, fieldText.errors.required);
const zoneRule = z
  .string()
  .trim()
  .refine((zone) => TIME_ZONES.some((known) => known.toLowerCase() === zone.toLowerCase()), t.timezoneRule);
const PAGE = /^https:\/\/[^\s/?#{}\\@]+[/?#][^\s\\]*$/;
const customerUrlRule = z
  .string()
  .trim()
  .refine((url) => url === '' || (PAGE.test(url) && url.split('{id}').length === 2), t.customerUrlRule);
const shopRule = z.object({ name: given, currency: currencyRule, timezone: zoneRule, customerUrl: customerUrlRule });
type Shop = z.infer<typeof shopRule>;

export function ShopCard({ settings, onJob }: { readonly settings: SettingsDto; readonly onJob: (jobId: string) => void }) {
  const { name, currency, timezone, customer_url: customerUrl } = settings;
  const { register, handleSubmit, formState, reset } = useForm<Shop>({
    resolver: zodResolver(shopRule),
    defaultValues: { name, currency, timezone, customerUrl: customerUrl ?? '' },
  });
  const change = useChangeSettings(onJob);
  const save = (shop: Shop): void => {
    const { customerUrl: url, ...rest } = shop;
    change.mutate({ ...rest, customer_url: url === '' ? null : url }, { onSuccess: () => reset(shop) });
  };
  const { errors } = formState;
  return (
    <Card>
      <CardHeader title={t.title} />
      <CardBody>
        <form noValidate className="grid max-w-md gap-4" onSubmit={(event) => void handleSubmit(save)(event)}>
          {change.error !== null && <Alert kind="bad">{problemText(change.error)}</Alert>}
          <FormField label={t.name} error={errors.name?.message}>
            {(wiring) => <Input {...wiring} autoComplete="organization" {...register('name')} />}
          </FormField>
          <FormField label={fieldText.currency} hint={fieldText.currencyHint} error={errors.currency?.message}>
            {(wiring) => <Input {...wiring} className="w-32 uppercase" list="currencies" maxLength={3} {...register('currency')} />}
          </FormField>
          <FormField label={t.timezone} hint={t.timezoneHint} error={errors.timezone?.message}>
            {(wiring) => <Input {...wiring} list="time-zones" {...register('timezone')} />}
          </FormField>
          <FormField label={t.customerUrl} hint={t.customerUrlHint} error={errors.customerUrl?.message}>
            {(wiring) => <Input {...wiring} inputMode="url" {...register('customerUrl')} />}
          </FormField>
          <Suggestions id="currencies" values={CURRENCIES} />
          <Suggestions id="time-zones" values={TIME_ZONES} />
          <Button type="submit" className="justify-self-start" disabled={!formState.isDirty} busy={change.isPending}>
            {commonText.save}
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}
