import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm, type UseFormRegisterReturn } from 'react-hook-form';
import { z } from 'zod';
import { answerOf, api } from '../../../api/client';
import { ApiProblem } from '../../../api/problem';
import type { ConnectOwnAppDto, OwnAppConnectionDto } from '../../../api/schema';
import { FormField } from '../../../components/form-field';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { DialogFooter } from '../../../components/ui/dialog';
import { Input } from '../../../components/ui/input';
import type { Platform } from '../../../shared/storefront/begin-connection';
import { problemText } from '../../../text/problem-text';
import { shopFault } from '../shop-fault';
import { text as integrationsText } from '../text';
import { text } from './text';

const t = text.connect;
const credential = z
  .string()
  .trim()
  .regex(/^\S{8,200}$/, t.incomplete);
const rule = z.object({
  shop: z.string().trim().min(1, integrationsText.connect.required),
  client_id: credential,
  client_secret: credential,
});
type Values = z.infer<typeof rule>;

interface Props {
  readonly platform: Platform;
  /** The connected shop whose secret changes; null for a new connection. */
  readonly shop: string | null;
  /** The shop to begin with; empty if none was connected before. */
  readonly former: string;
  readonly onBack: (() => void) | null;
  readonly onConnected: (connection: OwnAppConnectionDto) => void;
}

/** Step 3: takes the shop and the credentials of the app. */
export function ConnectStep({ platform, shop, former, onBack, onConnected }: Props) {
  const { register, handleSubmit, formState } = useForm<Values>({
    resolver: zodResolver(rule),
    defaultValues: { shop: shop ?? former, client_id: '', client_secret: '' },
  });
  const connection = useMutation({
    mutationFn: (values: Values) =>
      answerOf(api.POST('/integrations/storefront/own-app', { body: { platform, ...values } satisfies ConnectOwnAppDto })),
    onSuccess: onConnected,
  });
  const { error } = connection;
  const isRefused = error instanceof ApiProblem && error.details.some(({ field }) => field.startsWith('client_'));
  const { errors } = formState;
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => void handleSubmit((values) => connection.mutate(values))(event)}
    >
      {shop === null && <h3 className="font-medium">{t.title}</h3>}
      <p className="text-sm text-muted">{t.body[platform]}</p>
      {error !== null && !isRefused && shopFault(error) === null && <Alert kind="bad">{problemText(error)}</Alert>}
      <ShopField
        platform={platform}
        isFixed={shop !== null}
        error={errors.shop?.message ?? shopFault(error) ?? undefined}
        registration={register('shop')}
      />
      <FormField label={t.clientId[platform]} error={errors.client_id?.message}>
        {(wiring) => <Input {...wiring} autoComplete="off" spellCheck={false} {...register('client_id')} />}
      </FormField>
      <FormField
        label={t.clientSecret[platform]}
        hint={shop === null ? t.secretHint : `${t.secretHint} ${t.changeHint}`}
        error={errors.client_secret?.message ?? (isRefused ? t.refused : undefined)}
      >
        {(wiring) => <Input {...wiring} type="password" autoComplete="off" {...register('client_secret')} />}
      </FormField>
      <DialogFooter>
        {onBack !== null && (
          <Button look="secondary" onClick={onBack}>
            {text.back}
          </Button>
        )}
        <Button type="submit" busy={connection.isPending}>
          {t.submit}
        </Button>
      </DialogFooter>
    </form>
  );
}

interface ShopFieldProps {
  readonly platform: Platform;
  /** The shop is connected already. */
  readonly isFixed: boolean;
  readonly error: string | undefined;
  readonly registration: UseFormRegisterReturn;
}

function ShopField({ platform, isFixed, error, registration }: ShopFieldProps) {
  return (
    <FormField label={t.shop} hint={platform === 'shopify' && !isFixed ? t.shopHint : undefined} error={error}>
      {(wiring) => (
        <Input
          {...wiring}
          placeholder={integrationsText.connect.examples[platform]}
          readOnly={isFixed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...registration}
        />
      )}
    </FormField>
  );
}
