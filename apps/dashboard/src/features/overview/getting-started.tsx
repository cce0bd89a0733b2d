import { useMutation, useQuery } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
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

/** Guides a shop without customers from the API key to the first score. */
export function GettingStarted() {
  const [key, setKey] = useState(keptFirstKey);
  const [now] = useState(() => new Date());
  useQuery({ ...anyCustomerQuery, refetchInterval: LOOK_EVERY_MS });
  return (
    <Card className="max-w-3xl">
      <div className="border-b border-line p-6">
        <h2 className="text-lg font-semibold tracking-tight">{t.title}</h2>
        <p className="mt-1 text-muted">{t.body}</p>
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
  const isOwner = useMe().user.role === 'owner';
  const renewal = useMutation({
    mutationFn: () => answerOf(api.POST('/tenant/api-key/regenerate', { body: { grace_period_hours: 0 } })),
    onSuccess: ({ api_key }) => {
      keepFirstKey(api_key);
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
