import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../api/me';
import { membersQuery } from '../../api/queries';
import type { AuditEntryDto } from '../../api/schema';
import { ErrorPanel } from '../../components/page';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Select } from '../../components/ui/select';
import { Skeleton } from '../../components/ui/skeleton';
import { Table, Td, Th, Tr } from '../../components/ui/table';
import { actionsOf, type Kind, KIND_OPTIONS } from './audit-kinds';
import { detailTexts } from './audit-details';
import { auditLogQuery } from './queries';
import { auditText } from './text';
import { text } from './text';

const t = text.log;

export function AuditLogCard() {
  const [kind, setKind] = useState<Kind>('all');
  const log = useInfiniteQuery(auditLogQuery(actionsOf(kind)));
  const entries = log.data?.pages.flatMap(({ data }) => data);
  return (
    <Card>
      <CardHeader title={t.title} description={t.description}>
        <Select label={t.filter} value={kind} options={KIND_OPTIONS} onChange={setKind} className="w-52" />
      </CardHeader>
      <CardBody className="px-0">
        {log.error !== null && <ErrorPanel error={log.error} onRetry={() => void log.refetch()} />}
        {entries === undefined && log.error === null && <Skeleton className="mx-5 h-64" />}
        {entries?.length === 0 && <p className="px-5 text-sm text-muted">{kind === 'all' ? t.noneAtAll : t.none}</p>}
        {entries !== undefined && entries.length > 0 && <Entries entries={entries} />}
        {log.hasNextPage && (
          <Button look="secondary" className="mt-4 ml-5" busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t.more}
          </Button>
        )}
      </CardBody>
    </Card>
  );
}

function Entries({ entries }: { readonly entries: readonly AuditEntryDto[] }) {
  const format = useFormat();
  const { data: members = [] } = useQuery(membersQuery);
  const emailOf = (userId: string | null): string | undefined => members.find(({ id }) => id === userId)?.email;
  const whoIs = ({ kind, user_id }: AuditEntryDto['actor']): string => emailOf(user_id) ?? t.actors[kind];
  return (
    <Table>
      <thead>
        <tr>
          <Th>{t.when}</Th>
          <Th>{t.what}</Th>
          <Th className="max-sm:hidden">{t.who}</Th>
          <Th className="max-sm:hidden">{t.where}</Th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, at, action, actor, network, details }) => (
          <Tr key={id}>
            <Td className="align-top text-muted sm:whitespace-nowrap">{format.dateTime(at)}</Td>
            <Td className="align-top">
              <span className="font-medium">{auditText[action]}</span>
              <Details texts={detailTexts(details, { emailOf, dateTime: format.dateTime })} />
              {/* A phone has no room for two further columns. */}
              <span className="block text-[0.8125rem] wrap-anywhere text-muted sm:hidden">{t.by(whoIs(actor), network)}</span>
            </Td>
            <Td className="align-top wrap-anywhere max-sm:hidden">{whoIs(actor)}</Td>
            <Td className="align-top font-mono text-[0.8125rem] text-muted max-sm:hidden">{network ?? '–'}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Shows the details of an entry, if it has any. */
const Details = ({ texts }: { readonly texts: readonly string[] }) =>
  texts.length === 0 ? null : <span className="block text-[0.8125rem] wrap-anywhere text-muted">{texts.join(' · ')}</span>;
