import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Code, FileUp, LoaderCircle, type LucideIcon, Store } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answerOf, api } from '../../api/client';
import { keepFirstKey, keptFirstKey } from '../../api/first-key';
import { useMe } from '../../api/me';
import { CopyField } from '../../components/copy-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { problemText } from '../../text/problem-text';
import { orderCommand } from './order-command';
import { anyCustomerQuery } from './queries';
import { text } from './text';

const t = text.start;
const LOOK_EVERY_MS = 2000;

/** Shows a shop without customers the ways to send its orders. */
export function GettingStarted() {
  const { id: tenantId } = useMe().tenant;
  const [key, setKey] = useState(() => keptFirstKey(tenantId));
  const [now] = useState(() => new Date());
  useQuery({ ...anyCustomerQuery, refetchInterval: LOOK_EVERY_MS });
  return (
    <Card className="max-w-3xl">
      <div className="border-b border-line p-6">
        <h2 className="text-lg font-semibold tracking-tight">{t.title}</h2>
        <p className="mt-1 text-muted">{t.body}</p>
      </div>
      <div className="grid gap-3 p-6 pb-0 sm:grid-cols-3">
        <Way to="/integrations" Icon={Store} title={t.connect} body={t.connectBody} />
        <Way to="/integrations/upload" Icon={FileUp} title={t.upload} body={t.uploadBody} />
        <Way Icon={Code} title={t.api} body={t.apiBody} />
      </div>
      <ol className="grid gap-8 p-6">
        <Step title={t.key}>{key === null ? <NewKey onKey={setKey} /> : <KeyOnce apiKey={key} />}</Step>
        <Step title={t.send}>
          <p className="mb-2 text-sm text-muted">{t.sendHint}</p>
          <CopyField multiline label={t.curlLabel} value={orderCommand(location.origin, key, now)} />
        </Step>
        <Step title={t.wait}>
          <p role="status" className="flex items-center gap-2.5 text-sm text-muted">
            <LoaderCircle className="size-4 animate-spin text-accent" aria-hidden />
            {t.waiting}
          </p>
        </Step>
      </ol>
    </Card>
  );
}

interface WayProps {
  /** Left out: it stands on this page. */
  readonly to?: '/integrations' | '/integrations/upload';
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly body: string;
}

function Way({ to, Icon, title, body }: WayProps) {
  const content = (
    <>
      <Icon className="size-5 text-accent" aria-hidden />
      <h3 className="mt-2 font-medium">{title}</h3>
      <p className="mt-0.5 text-sm text-muted">{body}</p>
    </>
  );
  const box = 'rounded-xl border border-line p-4';
  return to === undefined ? (
    <div className={box}>{content}</div>
  ) : (
    <Link to={to} className={`${box} hover:border-accent hover:bg-accent-soft`}>
      {content}
    </Link>
  );
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <li className="min-w-0">
      <h3 className="mb-2 font-medium">{title}</h3>
      {children}
    </li>
  );
}

function KeyOnce({ apiKey }: { readonly apiKey: string }) {
  return (
    <>
      <CopyField value={apiKey} label={t.keyLabel} />
      <p className="mt-2 text-sm text-muted">{t.keyOnce}</p>
    </>
  );
}

function NewKey({ onKey }: { readonly onKey: (key: string) => void }) {
  const {
    user,
    tenant: { id: tenantId },
  } = useMe();
  const isOwner = user.role === 'owner';
  const renewal = useMutation({
    mutationFn: () => answerOf(api.POST('/tenant/api-key/regenerate', { body: { grace_period_hours: 0 } })),
    onSuccess: ({ api_key }) => {
      keepFirstKey(tenantId, api_key);
      onKey(api_key);
    },
  });
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-sm text-muted">{t.keyGone}</p>
      {renewal.error !== null && <Alert kind="bad">{problemText(renewal.error)}</Alert>}
      {isOwner && (
        <Button look="secondary" busy={renewal.isPending} onClick={() => renewal.mutate()}>
          {t.newKey}
        </Button>
      )}
    </div>
  );
}
