import { useMe } from '../../api/me';
import { Page } from '../../components/page';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs';
import { AuditLogCard } from './audit-log-card';
import { PasswordCard } from './password-card';
import { SessionsCard } from './sessions-card';
import { text as t } from './text';
import { TwoFactorCard } from './two-factor-card';

export function SecurityPage() {
  const isOwner = useMe().user.role === 'owner';
  return (
    <Page title={t.title} description={t.description}>
      {isOwner ? (
        <Tabs defaultValue="account">
          <TabsList aria-label={t.title}>
            <TabsTrigger value="account">{t.tabs.account}</TabsTrigger>
            <TabsTrigger value="log">{t.tabs.log}</TabsTrigger>
          </TabsList>
          <TabsContent value="account" className="mt-6">
            <OwnAccount />
          </TabsContent>
          <TabsContent value="log" className="mt-6">
            <AuditLogCard />
          </TabsContent>
        </Tabs>
      ) : (
        <OwnAccount />
      )}
    </Page>
  );
}

function OwnAccount() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-6">
        <TwoFactorCard />
        <PasswordCard />
      </div>
      <SessionsCard />
    </div>
  );
}
