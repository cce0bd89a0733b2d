import { ForRole } from '../../components/for-role';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { webhookQuery } from '../../api/queries';
import { ErrorPanel, Page } from '../../components/page';
import { Skeleton } from '../../components/ui/skeleton';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs';
import { DeliveriesTab } from './deliveries-tab';
import { DeliveryDialog } from './delivery-dialog';
import { SetupTab } from './setup-tab';
import { TestDialog } from './test-dialog';
import { text as t } from './text';

const route = getRouteApi('/shell/webhooks');

export function WebhooksPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: settings, error, refetch } = useQuery(webhookQuery);
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={
        settings !== undefined && (
          <ForRole least="member">
            <TestDialog settings={settings} />
          </ForRole>
        )
      }
    >
      <Tabs
        value={search.tab ?? 'setup'}
        onValueChange={(tab) => void navigate({ search: tab === 'deliveries' ? { tab } : {}, replace: true })}
      >
        <TabsList className="mb-6">
          <TabsTrigger value="setup">{t.tabs.setup}</TabsTrigger>
          <TabsTrigger value="deliveries">{t.tabs.deliveries}</TabsTrigger>
        </TabsList>
        <TabsContent value="setup" tabIndex={-1}>
          {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
          {settings === undefined && error === null && <Skeleton className="h-96" />}
          {settings !== undefined && <SetupTab settings={settings} />}
        </TabsContent>
        <TabsContent value="deliveries" tabIndex={-1}>
          <DeliveriesTab search={search} onSearch={(change) => void navigate({ search: { ...search, ...change }, replace: true })} />
        </TabsContent>
      </Tabs>
      <DeliveryDialog
        id={search.delivery ?? null}
        onClose={() => void navigate({ search: { ...search, delivery: undefined }, resetScroll: false })}
      />
    </Page>
  );
}
