import { Link } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { useMe } from '../../api/me';
import type { ChurnDetailDto } from '../../api/schema';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { EraseButton } from './erase-button';
import { RecalculateButton } from './recalculate-button';
import { text } from './text';

const t = text.one.actions;

/** Says whether to contact the customer, and offers what can be done. */
export function ActionsCard({ detail }: { readonly detail: ChurnDetailDto }) {
  const { external_id: externalId, lifecycle } = detail;
  const isOwner = useMe().user.role === 'owner';
  return (
    <Card>
      <CardHeader title={t.title} description={t.advice[situationOf(detail)]} />
      <CardBody className="flex flex-wrap gap-2">
        {lifecycle === 'slipping' && (
          <Button asChild>
            <Link to="/campaigns/new" search={{ audience: 'slipping' }}>
              <Megaphone aria-hidden />
              {t.campaign}
            </Link>
          </Button>
        )}
        <RecalculateButton externalId={externalId} />
        {isOwner && <EraseButton externalId={externalId} />}
      </CardBody>
    </Card>
  );
}

/** Returns the key of the advice. An active customer may be overdue too, with a score that is still low. */
function situationOf({ lifecycle, late_since: since }: ChurnDetailDto): keyof typeof t.advice {
  if (lifecycle === null) return 'none';
  return lifecycle === 'active' && since !== null ? 'overdue' : lifecycle;
}
