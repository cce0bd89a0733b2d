import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { SettingsDto } from '../../api/schema';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Input } from '../../components/ui/input';
import { CurrencySelect } from '../../components/fields/currency-select';
import { fieldText } from '../../components/fields/text';
import { TimeZoneSelect } from '../../components/fields/time-zone-select';
import { commonText } from '../../text/common';
import { problemText } from '../../text/problem-text';
import { useChangeSettings } from './queries';
import { text } from './text';

const t = text.shop;
const given = z.string().trim().min(1, fieldText.errors.required);
const PAGE = /^https:\/\/[^\s/?#{}\\@]+[/?#][^\s\\]*$/;
const customerUrlRule = z
  .string()
  .trim()
  .refine((url) => url === '' || (PAGE.test(url) && url.split('{id}').length === 2), t.customerUrlRule);
const shopRule = z.object({ name: given, currency: z.string(), timezone: z.string(), customerUrl: customerUrlRule });
type Shop = z.infer<typeof shopRule>;

export function ShopCard({ settings, onJob }: { readonly settings: SettingsDto; readonly onJob: (jobId: string) => void }) {
  const { name, currency, timezone, customer_url: customerUrl } = settings;
  const { control, register, handleSubmit, formState, reset } = useForm<Shop>({
    resolver: zodResolver(shopRule),
    defaultValues: { name, currency, timezone, customerUrl: customerUrl ?? '' },
  });
  const change = useChangeSettings(onJob);
  const save = (shop: Shop): void => {
    const { customerUrl: url, ...rest } = shop;
    change.mutate({ ...rest, customer_url: url === '' ? null : url }, { onSuccess: () => reset(shop) });
  };
  const { errors } = formState;
  const chosen = useWatch({ control, name: 'currency' });
  return (
    <Card>
      <CardHeader title={t.title} />
      <CardBody>
        <form noValidate className="grid max-w-md gap-4" onSubmit={(event) => void handleSubmit(save)(event)}>
          {change.error !== null && <Alert kind="bad">{problemText(change.error)}</Alert>}
          <FormField label={t.name} error={errors.name?.message}>
            {(wiring) => <Input {...wiring} autoComplete="organization" {...register('name')} />}
          </FormField>
          <FormField label={fieldText.currency} hint={fieldText.currencyHint}>
            {(wiring) => (
              <Controller
                control={control}
                name="currency"
                render={({ field: { value, onChange } }) => <CurrencySelect {...wiring} value={value} onChange={onChange} />}
              />
            )}
          </FormField>
          {chosen !== currency && <Alert kind="warn">{t.currencyChange(currency, chosen)}</Alert>}
          <FormField label={t.timezone} hint={t.timezoneHint}>
            {(wiring) => (
              <Controller
                control={control}
                name="timezone"
                render={({ field: { value, onChange } }) => <TimeZoneSelect {...wiring} value={value} onChange={onChange} />}
              />
            )}
          </FormField>
          <FormField label={t.customerUrl} hint={t.customerUrlHint} error={errors.customerUrl?.message}>
            {(wiring) => <Input {...wiring} inputMode="url" {...register('customerUrl')} />}
          </FormField>
          <Button type="submit" className="justify-self-start" disabled={!formState.isDirty} busy={change.isPending}>
            {commonText.save}
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}
