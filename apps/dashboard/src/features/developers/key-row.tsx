import type { ReactNode } from 'react';
import { useFormat } from '../../api/me';
import type { ApiKeyDto } from '../../api/schema';
import { Button } from '../../components/ui/button';
import { text } from './text';

const t = text.keys;

interface Props {
  readonly apiKey: ApiKeyDto;
  readonly onEdit: () => void;
  readonly onRevoke: () => void;
}

/** Shows a valid key with everything that its owner needs to recognise it. */
export function KeyRow({ apiKey: { name, scope, prefix, is_main, created_at, last_used_at, expires_at }, onEdit, onRevoke }: Props) {
  const format = useFormat();
  return (
    <li className="grid gap-2 px-5 py-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0">
          <span className="font-medium break-words">{name}</span>
          {is_main && name.toLowerCase() !== 'main key' && <span className="text-muted"> ({t.main})</span>}
          <span className="block font-mono text-[0.8125rem] text-muted">ck_live_{prefix}…</span>
        </p>
        <div className="-mr-2 flex gap-1">
          <Button look="quiet" size="small" aria-label={t.editOne(name)} onClick={onEdit}>
            {t.edit}
          </Button>
          <Button look="quiet" size="small" className="text-danger" aria-label={t.revokeOne(name)} onClick={onRevoke}>
            {t.revoke}
          </Button>
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-4">
        <Fact name={t.scope}>{t.scopes[scope]}</Fact>
        <Fact name={t.made}>{format.date(created_at)}</Fact>
        <Fact name={t.used}>{last_used_at === null ? t.notUsed : format.dateTime(last_used_at)}</Fact>
        <Fact name={t.ends}>{expires_at === null ? t.never : format.dateTime(expires_at)}</Fact>
      </dl>
    </li>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt className="text-xs text-muted">{name}</dt>
    <dd>{children}</dd>
  </div>
);
