import { useMe } from '../../api/me';
import { Page } from '../../components/page';
import { Alert } from '../../components/ui/alert';
import { InviteCard } from './invite-card';
import { OpenInvitations } from './open-invitations';
import { PeopleCard } from './people-card';
import { text as t } from './text';

export function TeamPage() {
  const isOwner = useMe().user.role === 'owner';
  return (
    <Page title={t.title} description={t.description}>
      <div className="grid grid-cols-1 gap-6">
        {!isOwner && <Alert>{t.ownersOnly}</Alert>}
        <PeopleCard />
        {isOwner && (
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <InviteCard />
            <OpenInvitations />
          </div>
        )}
      </div>
    </Page>
  );
}
