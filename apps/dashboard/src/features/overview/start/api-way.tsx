import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Code } from 'lucide-react';
import { useState } from 'react';
import { answerOf, api } from '../../../api/client';
import { keepFirstKey, keptFirstKey, noteFirstKeyCopied } from '../../../api/first-key';
import { useMe } from '../../../api/me';
import type { CustomerDto } from '../../../api/schema';
import { CopyField } from '../../../components/copy-field';
import { ForRole } from '../../../components/for-role';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../components/ui/tabs';
import { problemText } from '../../../text/problem-text';
import { orderCommand, orderProgram } from './order-command';
import { TestOrder } from './test-order';
import { text } from '../text';

const t = text.start;

/** Shows the key, two programs that send an order, and a button that sends one without either. */
export function ApiWay({ testCustomer }: { readonly testCustomer: CustomerDto | null }) {
  const { id: tenantId } = useMe().tenant;
  const [key, setKey] = useState(() => keptFirstKey(tenantId));
  const [now] = useState(() => new Date());
  return (
    <section className="grid min-w-0 grid-cols-1 content-start gap-4 rounded-xl border border-line p-4 lg:col-span-2">
      <div>
        <Code className="size-5 text-accent" aria-hidden />
        <h3 className="mt-2 font-medium">{t.api}</h3>
        <p className="mt-0.5 text-sm text-muted">{t.apiBody}</p>
      </div>
      {key === null ? <NewKey onKey={setKey} /> : <KeyOnce apiKey={key} />}
      <Tabs defaultValue="curl" className="min-w-0">
        <TabsList aria-label={t.programs}>
          <TabsTrigger value="curl">{t.curl}</TabsTrigger>
          <TabsTrigger value="client">{t.client}</TabsTrigger>
        </TabsList>
        <TabsContent value="curl" className="mt-3">
          <CopyField multiline label={t.curlLabel} value={orderCommand(location.origin, key, now)} />
        </TabsContent>
        <TabsContent value="client" className="mt-3">
          <CopyField multiline label={t.clientLabel} value={orderProgram(location.origin, key, now)} />
          <p className="mt-2 text-sm text-muted">{t.clientHint}</p>
        </TabsContent>
      </Tabs>
      <ForRole least="admin">
        <TestOrder customer={testCustomer} />
      </ForRole>
      <Link to="/developers" className="w-fit text-sm font-medium text-accent hover:underline">
        {t.moreApi}
      </Link>
    </section>
  );
}

function KeyOnce({ apiKey }: { readonly apiKey: string }) {
  return (
    <div>
      <CopyField value={apiKey} label={t.keyLabel} onCopied={noteFirstKeyCopied} />
      <p className="mt-2 text-sm text-muted">{t.keyOnce}</p>
    </div>
  );
}

function NewKey({ onKey }: { readonly onKey: (key: string) => void }) {
  const {
    user,
    tenant: { id: tenantId },
  } = useMe();
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
      {user.role === 'owner' && (
        <Button look="secondary" busy={renewal.isPending} onClick={() => renewal.mutate()}>
          {t.newKey}
        </Button>
      )}
    </div>
  );
}
