import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ErrorPanel, Page } from '../../components/page';
import { Skeleton } from '../../components/ui/skeleton';
import { text } from '../../text/en';
import { ConnectCard } from './connect-card';
import { InstallNote } from './install-note';
import { OtherWays } from './other-ways';
import { integrationsQuery } from './queries';
import { ReturnNote } from './return-note';
import { ShopCard } from './shop-card';
import { WooCommerceCard } from './woocommerce-card';

const t = text.integrations;
const route = getRouteApi('/shell/integrations');

export function IntegrationsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(integrationsQuery);
  // Stays while its first message is waited for: it holds the secret that is shown once.
  const showsWoo = data !== undefined && (data.status === 'disconnected' || (data.platform === 'woocommerce' && data.status === 'pending'));
  const install = search.storefront === 'install' ? search : undefined;
  const isConnected = data !== undefined && data.status !== 'disconnected';
  return (
    <Page title={t.title} description={t.description}>
      <div className="grid grid-cols-1 gap-6">
        <ReturnNote search={search} onClose={() => void navigate({ search: {}, replace: true })} />
        {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton className="h-64" />}
        {data !== undefined && install?.shop !== undefined && <InstallNote shop={install.shop} integrations={data} />}
        {isConnected && <ShopCard integrations={data} />}
        {data?.status === 'disconnected' && <ConnectCard integrations={data} install={install} />}
        {showsWoo && <WooCommerceCard />}
        <OtherWays />
      </div>
    </Page>
  );
}
