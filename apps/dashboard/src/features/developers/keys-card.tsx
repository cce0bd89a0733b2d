import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat, useMe } from '../../api/me';
import { tenantQuery } from '../../api/queries';
import { ErrorPanel } from '../../components/page';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { Table, Td, Th, Tr } from '../../components/ui/table';
import { NewKeyDialog } from './new-key-dialog';
import { text } from './text';

const t = text.keys;

export function KeysCard() {
  const { data, error, refetch } = useQuery(tenantQuery);
  const format = useFormat();
  const isOwner = useMe().user.role === 'owner';
  const [isOpen, setOpen] = useState(false);
  return (
    <Card>
      <CardHeader title={t.title} description={t.description} />
      <CardBody className="px-0">
        {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton className="mx-5 h-16" />}
        {data !== undefined && (
          <Table>
            <thead>
              <tr>
                {[t.prefix, t.made, t.ends].map((name) => (
                  <Th key={name}>{name}</Th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.api_keys.map(({ prefix, created_at, expires_at }) => (
                <Tr key={prefix}>
                  <Td className="font-mono text-[0.8125rem]">ck_live_{prefix}…</Td>
                  <Td className="text-muted">{format.date(created_at)}</Td>
                  <Td className="text-muted">{expires_at === null ? t.never : format.dateTime(expires_at)}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        )}
        <div className="px-5 pt-4">
          {isOwner ? (
            <Button look="secondary" onClick={() => setOpen(true)}>
              {t.replace}
            </Button>
          ) : (
            <p className="text-sm text-muted">{t.ownersOnly}</p>
          )}
        </div>
      </CardBody>
      {isOpen && <NewKeyDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}
