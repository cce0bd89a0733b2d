import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat, useMayAs } from '../../api/me';
import type { ApiKeyDto } from '../../api/schema';
import { ForRole } from '../../components/for-role';
import { ErrorPanel } from '../../components/page';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Skeleton } from '../../components/ui/skeleton';
import { KeyDialog } from './key-dialog';
import { keysQuery } from '../../api/key-queries';
import { KeyRow } from './key-row';
import { NewMainKeyDialog } from './new-main-key-dialog';
import { RevokeDialog } from './revoke-dialog';
import { text } from './text';

const t = text.keys;

type Open = { readonly kind: 'create' | 'replace' } | { readonly kind: 'edit' | 'revoke'; readonly of: ApiKeyDto };

export function KeysCard() {
  const mayManage = useMayAs('admin');
  return (
    <Card>
      <CardHeader title={t.title} description={t.description} />
      <CardBody className="px-0">{mayManage ? <Keys /> : <Alert className="mx-5">{t.adminsOnly}</Alert>}</CardBody>
    </Card>
  );
}

function Keys() {
  const { data, error, refetch } = useQuery(keysQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  if (error !== null && data === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="mx-5 h-16" />;
  const valid = data.data.filter(({ status }) => status === 'valid');
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {valid.map((key) => (
          <KeyRow
            key={key.id}
            apiKey={key}
            onEdit={() => setOpen({ kind: 'edit', of: key })}
            onRevoke={() => setOpen({ kind: 'revoke', of: key })}
          />
        ))}
      </ul>
      <EndedKeys keys={data.data.filter(({ status }) => status === 'ended')} />
      <div className="flex flex-wrap gap-2 px-5 pt-4">
        <Button onClick={() => setOpen({ kind: 'create' })}>{t.create}</Button>
        <ForRole least="owner">
          <Button look="secondary" onClick={() => setOpen({ kind: 'replace' })}>
            {t.replace}
          </Button>
        </ForRole>
      </div>
      {open?.kind === 'create' && <KeyDialog apiKey={null} onClose={close} />}
      {open?.kind === 'edit' && <KeyDialog apiKey={open.of} onClose={close} />}
      {open?.kind === 'revoke' && <RevokeDialog apiKey={open.of} onClose={close} />}
      {open?.kind === 'replace' && <NewMainKeyDialog onClose={close} />}
    </>
  );
}

function EndedKeys({ keys }: { readonly keys: readonly ApiKeyDto[] }) {
  const format = useFormat();
  if (keys.length === 0) return null;
  return (
    <details className="px-5 pt-3 text-sm text-muted">
      <summary className="w-fit cursor-pointer rounded hover:text-text">{t.ended(keys.length)}</summary>
      <ul className="mt-2 grid gap-1">
        {keys.map(({ id, name, prefix, expires_at: at }) => (
          <li key={id} className="break-words">
            {name} <span className="font-mono text-[0.8125rem]">ck_live_{prefix}…</span> {at !== null && t.endedOn(format.dateTime(at))}
          </li>
        ))}
      </ul>
    </details>
  );
}
