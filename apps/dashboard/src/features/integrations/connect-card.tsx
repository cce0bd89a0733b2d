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
import { cn } from '../../components/ui/class-names';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Input } from '../../components/ui/input';
import { Select } from '../../components/ui/select';
import { problemText } from '../../text/problem-text';
import { beginConnection, type Platform } from '../../shared/storefront/begin-connection';
import type { Return } from './return-from-platform';
import { shopFault } from './shop-fault';
import { type FormerShop, OwnAppDialog } from './own-app/own-app-dialog';
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

/** Connects a shop. The own app comes first where the operator has no app at Shopify, because most shops then need one. */
export function ConnectCard({ integrations, install }: Props) {
  const isOwner = useMe().user.role === 'owner';
  const platforms = integrations.available_platforms;
  const missing = KNOWN.filter((platform) => !platforms.includes(platform));
  const isOwnFirst = missing.includes('shopify') && install === undefined;
  const ofOwnApp = formerOwnApp(integrations);
  const form = platforms.length > 0 && (
    <ConnectForm
      platforms={platforms}
      shop={install?.shop ?? (ofOwnApp === null && integrations.platform !== 'woocommerce' ? integrations.shop : null) ?? ''}
      platform={install?.platform}
      isFirst={!isOwnFirst}
    />
  );
  return (
    <Card>
      <CardHeader title={t.title} description={t.body} />
      <CardBody className="grid grid-cols-1 gap-6">
        {integrations.shop !== null && install === undefined && <EndedNote integrations={integrations} />}
        {!isOwner && <p className="text-sm text-muted">{t.ownersOnly}</p>}
        {isOwner && !isOwnFirst && form}
        {isOwner && <OwnApp missing={missing} isFirst={isOwnFirst} former={ofOwnApp} />}
        {isOwner && isOwnFirst && form}
      </CardBody>
    </Card>
  );
}

/** Says that a shop was connected: its platform may have ended that, unseen by anyone here. */
function EndedNote({ integrations: { shop, platform } }: Pick<Props, 'integrations'>) {
  return (
    <Alert title={text.shop.ended(shop ?? '')}>
      {text.shop.endedBody} {platform !== 'woocommerce' && text.shop.mayBeErased}
    </Alert>
  );
}

/** Returns the shop that was connected with the merchant's own app; null when there is none. */
const formerOwnApp = ({ own_app: isOwn, platform, shop }: IntegrationsDto): FormerShop | null =>
  isOwn && shop !== null && platform !== null && platform !== 'woocommerce' ? { platform, shop } : null;

const BELOW = 'border-t border-line pt-6';

interface OwnAppProps {
  /** Platforms at which the operator has no app. */
  readonly missing: readonly (typeof KNOWN)[number][];
  readonly isFirst: boolean;
  readonly former: FormerShop | null;
}

function OwnApp({ missing, isFirst, former }: OwnAppProps) {
  const [isOpen, setOpen] = useState(false);
  const needed = ownAppText.needed(missing.map((platform) => text.platforms[platform]).join(' or '));
  return (
    <div className={cn('grid max-w-xl gap-3', !isFirst && BELOW)}>
      {isFirst ? (
        <p className="text-sm">
          {needed} {t.orUpload}{' '}
          <Link to="/integrations/upload" className="font-medium text-accent hover:underline">
            {t.upload}
          </Link>
        </p>
      ) : (
        <p className="text-[0.8125rem] text-muted">{missing.length > 0 ? needed : ownAppText.why}</p>
      )}
      <Button look={isFirst ? 'primary' : 'secondary'} className="justify-self-start" onClick={() => setOpen(true)}>
        {ownAppText.open}
      </Button>
      {isOpen && <OwnAppDialog connected={null} former={former} onClose={() => setOpen(false)} />}
    </div>
  );
}

const rule = z.object({ shop: z.string().trim().min(1, t.required) });

interface FormProps {
  readonly platforms: readonly Platform[];
  /** Initial value of the field. */
  readonly shop: string;
  readonly platform: Platform | undefined;
  readonly isFirst: boolean;
}

/** Names the platforms. The generic one has no name that a merchant knows. */
const headingOf = (platforms: readonly Platform[]): string =>
  platforms.includes('generic') ? t.otherShop : t.shopAt(platforms.map((platform) => text.platforms[platform]).join(' or '));

function ConnectForm({ platforms, shop, platform: requested, isFirst }: FormProps) {
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
    <form
      noValidate
      className={cn('grid max-w-xl gap-4', !isFirst && BELOW)}
      onSubmit={(event) => void handleSubmit((values) => connection.mutate(values))(event)}
    >
      {!isFirst && <h3 className="font-medium">{headingOf(platforms)}</h3>}
      {connection.error !== null && shopFault(connection.error) === null && <Alert kind="bad">{problemText(connection.error)}</Alert>}
      <FormField
        label={t.shop}
        hint={platforms.includes('shopify') ? t.shopHint.shopify : t.shopHint.other}
        error={formState.errors.shop?.message}
      >
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
        <Button type="submit" look={isFirst ? 'primary' : 'secondary'} busy={connection.isPending || connection.isSuccess}>
          <Store aria-hidden />
          {t.submit}
        </Button>
        <p className="text-[0.8125rem] text-muted">{t.leaves}</p>
      </div>
    </form>
  );
}
