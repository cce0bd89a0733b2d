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
  const whoIs = ({ kind, user_id }: AuditEntryDto['actor']): string => members.find(({ id }) => id === user_id)?.email ?? t.actors[kind];
  return (
    <Table>
      <thead>
        <tr>
          {[t.when, t.what, t.who, t.where].map((name) => (
            <Th key={name}>{name}</Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, at, action, actor, network, details }) => (
          <Tr key={id}>
            <Td className="whitespace-nowrap text-muted">{format.dateTime(at)}</Td>
            <Td>
              <span className="font-medium">{auditText[action]}</span>
              <Details details={details} />
            </Td>
            <Td>{whoIs(actor)}</Td>
            <Td className="font-mono text-[0.8125rem] text-muted">{network ?? '–'}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Shows the details of an entry, if it has any. */
function Details({ details }: { readonly details: AuditEntryDto['details'] }) {
  const parts = Object.entries(details).map(([name, value]) => `${name.replaceAll('_', ' ')}: ${valueText(value)}`);
  return parts.length === 0 ? null : <span className="block text-[0.8125rem] break-all text-muted">{parts.join(' · ')}</span>;
}

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
