import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { answerOf, api } from '../../api/client';
import { useMe } from '../../api/me';
import type { WooCommerceConnectionDto } from '../../api/schema';
import { CopyField } from '../../components/copy-field';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Input } from '../../components/ui/input';
import { problemText } from '../../text/problem-text';
import { shopFault } from './shop-fault';
import { text } from './text';
import { KeyFields, keyFault, keyRules, type Keys } from './woocommerce-keys';

const t = text.woo;
const rule = z.object({ shop: z.string().trim().min(1, text.connect.required), ...keyRules });

type Input = z.infer<typeof rule>;

/** Connects a WooCommerce shop, which sends its orders after the owner has added our webhooks. */
export function WooCommerceCard({ onSecret }: { readonly onSecret: () => void }) {
  const isOwner = useMe().user.role === 'owner';
  const queries = useQueryClient();
  const connection = useMutation({
    mutationFn: (body: { readonly shop: string } & Partial<Keys>) => answerOf(api.POST('/integrations/storefront/woocommerce', { body })),
    onSuccess: () => {
      onSecret();
      return queries.invalidateQueries({ queryKey: ['integrations'] });
    },
  });
  return (
    <Card>
      <CardHeader title={t.title} description={t.body} />
      <CardBody>
        {!isOwner && <p className="text-sm text-muted">{text.connect.ownersOnly}</p>}
        {isOwner && connection.data === undefined && (
          <ShopForm error={connection.error} busy={connection.isPending} onSubmitInput={(input) => connection.mutate(bodyOf(input))} />
        )}
        {connection.data !== undefined && <WhatToEnter connection={connection.data} />}
      </CardBody>
    </Card>
  );
}

interface ShopFormProps {
  readonly error: Error | null;
  readonly busy: boolean;
  readonly onSubmitInput: (input: Input) => void;
}

/** Omits empty keys. The API rejects half a pair. */
const bodyOf = ({ shop, ...keys }: Input): { readonly shop: string } & Partial<Keys> =>
  keys.consumer_key === '' && keys.consumer_secret === '' ? { shop } : { shop, ...keys };

function ShopForm({ error, busy, onSubmitInput }: ShopFormProps) {
  const { register, handleSubmit, formState } = useForm<Input>({
    resolver: zodResolver(rule),
    defaultValues: { shop: '', consumer_key: '', consumer_secret: '' },
  });
  const fault = shopFault(error);
  return (
    <form noValidate className="grid max-w-xl gap-4" onSubmit={(event) => void handleSubmit(onSubmitInput)(event)}>
      {error !== null && fault === null && keyFault(error) === null && <Alert kind="bad">{problemText(error)}</Alert>}
      <FormField label={t.shop} error={formState.errors.shop?.message ?? fault ?? undefined}>
        {(wiring) => (
          <Input
            {...wiring}
            placeholder={t.shopPlaceholder}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...register('shop')}
          />
        )}
      </FormField>
      <div className="grid gap-3">
        <p className="text-[0.8125rem] text-muted">{t.keysBody}</p>
        <KeyFields register={(name) => register(name)} fault={keyFault(error)} />
      </div>
      <Button type="submit" className="justify-self-start" busy={busy}>
        {t.submit}
      </Button>
    </form>
  );
}

/** Shows the secret once. */
function WhatToEnter({ connection }: { readonly connection: WooCommerceConnectionDto }) {
  return (
    <div className="grid grid-cols-1 gap-4 text-sm">
      <Alert kind={connection.status === 'connected' ? 'good' : 'note'} title={connection.status === 'connected' ? t.nextWithKeys : t.next}>
        {connection.status === 'connected' ? t.whereWithKeys : t.where}
      </Alert>
      <div>
        <h3 className="mb-1.5 font-medium">{t.secret}</h3>
        <CopyField label={t.secret} value={connection.secret} />
        <p className="mt-1.5 text-[0.8125rem] text-muted">{t.once}</p>
      </div>
      {connection.webhooks.map(({ topic, delivery_url: address }) => (
        <div key={topic}>
          <h3 className="mb-1.5 font-medium">{t.topic(topic)}</h3>
          <CopyField label={t.topic(topic)} value={address} />
        </div>
      ))}
    </div>
  );
}
