import { useMutation, useQuery } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useMe } from '../../api/me';
import { integrationsQuery } from '../../api/queries';
import type { DestinationDto } from '../../api/schema';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { beginConnection } from '../../shared/storefront/begin-connection';
import { problemText } from '../../text/problem-text';
import { text } from './text';

const t = text.shopify;

const REASONS: ReadonlySet<string | null> = new Set(['access_missing', 'access_ended']);

/** Tells whether the destination is off because the shop does not allow to change customers. */
export const lacksAccess = ({ kind, enabled, disabled_reason: reason }: DestinationDto): boolean =>
  kind === 'shopify' && !enabled && REASONS.has(reason);

/** Asks the owner to let the shop allow the destination, on a page of Shopify. */
export function AllowShopify({ destination }: { readonly destination: DestinationDto }) {
  const isOwner = useMe().user.role === 'owner';
  const { data: integrations } = useQuery(integrationsQuery);
  const shop = integrations?.platform === 'shopify' ? integrations.shop : null;
  const asking = useMutation({
    mutationFn: (domain: string) => beginConnection(domain, 'shopify'),
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <Alert kind="warn">
      <div className="grid justify-items-start gap-3">
        <p>{destination.disabled_reason === 'access_missing' ? t.missing : t.ended}</p>
        {!isOwner && <p>{t.ownersOnly}</p>}
        {isOwner && shop !== null && (
          <Button size="small" busy={asking.isPending || asking.isSuccess} onClick={() => asking.mutate(shop)}>
            {t.allow}
          </Button>
        )}
      </div>
    </Alert>
  );
}
