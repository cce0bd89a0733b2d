import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { integrationsQuery } from '../../api/queries';
import { ErrorPanel, Page } from '../../components/page';
import { Skeleton } from '../../components/ui/skeleton';
import { ConnectCard } from './connect-card';
import { DataRequestsCard } from './data-requests-card';
import { FirstKeyNote } from './first-key-note';
import { InstallNote } from './install-note';
import { OtherWays } from './other-ways';
import { ReturnNote } from './return-note';
import { ShopCard } from './shop-card';
import { text as t } from './text';
import { UploadCard } from './upload-card';
import { WooCommerceCard } from './woocommerce-card';

const route = getRouteApi('/shell/integrations');

export function IntegrationsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(integrationsQuery);
  // Stays visible while it shows the secret, which cannot be shown again.
  const [holdsSecret, setHoldsSecret] = useState(false);
  const isWooPending = data?.platform === 'woocommerce' && data.status === 'pending';
  const showsWoo = holdsSecret || isWooPending || data?.status === 'disconnected';
  const install = search.storefront === 'install' ? search : undefined;
  const isConnected = data !== undefined && data.status !== 'disconnected';
  return (
    <Page title={t.title} description={t.description}>
      <div className="grid grid-cols-1 gap-6">
        {data !== undefined && (
          <ReturnNote search={search} integrations={data} onClose={() => void navigate({ search: {}, replace: true })} />
        )}
        {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton className="h-64" />}
        {data !== undefined && install?.shop !== undefined && <InstallNote shop={install.shop} integrations={data} />}
        {!isConnected && <FirstKeyNote />}
        {isConnected && <ShopCard integrations={data} />}
        {data?.status === 'disconnected' && <ConnectCard integrations={data} install={install} />}
        {showsWoo && <WooCommerceCard onSecret={() => setHoldsSecret(true)} />}
        <UploadCard />
        <DataRequestsCard />
        <OtherWays />
      </div>
    </Page>
  );
}
