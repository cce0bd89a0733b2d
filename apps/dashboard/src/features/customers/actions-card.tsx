import { Link } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import type { ChurnDetailDto } from '../../api/schema';
import { ForRole } from '../../components/for-role';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { EraseButton } from './erase-button';
import { RecalculateButton } from './recalculate-button';
import { text } from './text';

const t = text.one.actions;

/** Says whether to contact the customer, and offers what can be done. */
export function ActionsCard({ detail }: { readonly detail: ChurnDetailDto }) {
  const { external_id: externalId, lifecycle } = detail;
  return (
    <Card>
      <CardHeader title={t.title} description={t.advice[situationOf(detail)]} />
      <CardBody className="flex flex-wrap gap-2">
        <ForRole least="member">
          {lifecycle === 'slipping' && (
            <Button asChild>
              <Link to="/campaigns/new" search={{ audience: 'slipping' }}>
                <Megaphone aria-hidden />
                {t.campaign}
              </Link>
            </Button>
          )}
          <RecalculateButton externalId={externalId} />
        </ForRole>
        <ForRole least="admin">
          <EraseButton externalId={externalId} />
        </ForRole>
      </CardBody>
    </Card>
  );
}

/** Returns the key of the advice. An active customer may be overdue too, with a score that is still low. */
function situationOf({ lifecycle, late_since: since }: ChurnDetailDto): keyof typeof t.advice {
  if (lifecycle === null) return 'none';
  return lifecycle === 'active' && since !== null ? 'overdue' : lifecycle;
}
