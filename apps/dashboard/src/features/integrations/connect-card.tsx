import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Store } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useMe } from '../../api/me';
import type { IntegrationsDto } from '../../api/schema';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Input } from '../../components/ui/input';
import { Select } from '../../components/ui/select';
import { problemText } from '../../text/problem-text';
import { beginConnection, type Platform } from '../../shared/storefront/begin-connection';
import type { Return } from './return-from-platform';
import { shopFault } from './shop-fault';
import { OwnAppDialog } from './own-app/own-app-dialog';
import { text as ownAppText } from './own-app/text';
import { text } from './text';

const t = text.connect;
const BY_ADDRESS = 'any';
const KNOWN = ['shopify', 'shopline'] as const;

interface Props {
  readonly integrations: IntegrationsDto;
  /** The shop of a user who comes from the app store of a platform. */
  readonly install?: Return | undefined;
}

/** Connects a shop, if this installation supports a platform. */
export function ConnectCard({ integrations, install }: Props) {
  const isOwner = useMe().user.role === 'owner';
  const platforms = integrations.available_platforms;
  const missing = KNOWN.filter((platform) => !platforms.includes(platform));
  return (
    <Card>
      <CardHeader title={t.title} description={t.body} />
      <CardBody>
        {!isOwner && <p className="text-sm text-muted">{t.ownersOnly}</p>}
        {isOwner && platforms.length === 0 && <Alert>{t.unavailable}</Alert>}
        {isOwner && platforms.length > 0 && missing.length > 0 && (
          <Alert className="mb-4">
            <p>
              {t.missing(missing.map((platform) => text.platforms[platform]).join(' or '))}{' '}
              <Link to="/integrations/upload" className="font-medium text-accent hover:underline">
                {t.upload}
              </Link>
            </p>
          </Alert>
        )}
        {isOwner && platforms.length > 0 && (
          <ConnectForm platforms={platforms} shop={install?.shop ?? integrations.shop ?? ''} platform={install?.platform} />
        )}
        {isOwner && <OwnApp />}
      </CardBody>
    </Card>
  );
}

function OwnApp() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-6 grid max-w-xl gap-2 border-t border-line pt-4">
      <p className="text-[0.8125rem] text-muted">{ownAppText.why}</p>
      <Button look="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        {ownAppText.open}
      </Button>
      {isOpen && <OwnAppDialog connected={null} onClose={() => setOpen(false)} />}
    </div>
  );
}

const rule = z.object({ shop: z.string().trim().min(1, t.required) });

interface FormProps {
  readonly platforms: readonly Platform[];
  /** Initial value of the field. */
  readonly shop: string;
  readonly platform: Platform | undefined;
}

function ConnectForm({ platforms, shop, platform: requested }: FormProps) {
  const [platform, setPlatform] = useState<Platform | typeof BY_ADDRESS>(platforms.find((one) => one === requested) ?? BY_ADDRESS);
  const { register, handleSubmit, formState, setError } = useForm({ resolver: zodResolver(rule), defaultValues: { shop } });
  const connection = useMutation({
    mutationFn: (values: { readonly shop: string }) => beginConnection(values.shop, platform === BY_ADDRESS ? undefined : platform),
    onError: (error) => {
      const fault = shopFault(error);
      if (fault !== null) setError('shop', { message: fault });
    },
  });
  const choices = [BY_ADDRESS, ...platforms] as const;
  return (
    <form noValidate className="grid max-w-xl gap-4" onSubmit={(event) => void handleSubmit((values) => connection.mutate(values))(event)}>
      {connection.error !== null && shopFault(connection.error) === null && <Alert kind="bad">{problemText(connection.error)}</Alert>}
      <FormField label={t.shop} hint={t.shopHint} error={formState.errors.shop?.message}>
        {(wiring) => (
          <Input
            {...wiring}
            placeholder={t.examples[platform === BY_ADDRESS ? (platforms.at(-1) ?? 'shopify') : platform]}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...register('shop')}
          />
        )}
      </FormField>
      {platforms.length > 1 && (
        <FormField label={t.platform}>
          {({ id }) => (
            <Select
              id={id}
              value={platform}
              options={choices.map((value) => ({
                value,
                label: value === BY_ADDRESS ? t.anyPlatform : text.platforms[value],
              }))}
              onChange={setPlatform}
            />
          )}
        </FormField>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={connection.isPending || connection.isSuccess}>
          <Store aria-hidden />
          {t.submit}
        </Button>
        <p className="text-[0.8125rem] text-muted">{t.leaves}</p>
      </div>
    </form>
  );
}
