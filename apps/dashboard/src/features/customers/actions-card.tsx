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
export function ActionsCard({ detail: { external_id: externalId, lifecycle } }: { readonly detail: ChurnDetailDto }) {
  const isOwner = useMe().user.role === 'owner';
  return (
    <Card>
      <CardHeader title={t.title} description={t.advice[lifecycle ?? 'none']} />
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
