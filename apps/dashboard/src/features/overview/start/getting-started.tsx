import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileUp, LoaderCircle, type LucideIcon, Store } from 'lucide-react';
import { integrationsQuery } from '../../../api/queries';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { ApiWay } from './api-way';
import { connectable } from './connectable';
import { firstCustomersQuery } from '../queries';
import { text } from '../text';

const t = text.start;
/** All people of a tenant share 300 requests a minute on the smallest plan, and other pages may be open. */
const LOOK_EVERY_MS = 5000;

/** Shows a shop without customers the ways to send its orders. */
export function GettingStarted() {
  const { data: integrations } = useQuery(integrationsQuery);
  const { data: first } = useQuery({ ...firstCustomersQuery, refetchInterval: LOOK_EVERY_MS });
  return (
    <Card>
      <div className="border-b border-line p-5 sm:p-6">
        <h2 className="text-lg font-semibold tracking-tight">{t.title}</h2>
        <p className="mt-1 text-muted">{t.body}</p>
      </div>
      <div className="grid grid-cols-1 gap-4 p-5 sm:p-6 lg:grid-cols-4">
        <Way
          to="/integrations"
          Icon={Store}
          title={t.connect}
          body={integrations === undefined ? t.connectAny : t.connectBody(connectable(integrations.available_platforms))}
          action={t.connectAction}
        />
        <Way to="/integrations/upload" Icon={FileUp} title={t.upload} body={t.uploadBody} action={t.uploadAction} />
        <ApiWay testCustomer={first?.test ?? null} />
      </div>
      <p role="status" className="flex items-center gap-2.5 border-t border-line px-5 py-4 text-sm text-muted sm:px-6">
        <LoaderCircle className="size-4 shrink-0 animate-spin text-accent" aria-hidden />
        {t.waiting}
      </p>
    </Card>
  );
}

interface WayProps {
  readonly to: '/integrations' | '/integrations/upload';
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly body: string;
  readonly action: string;
}

function Way({ to, Icon, title, body, action }: WayProps) {
  return (
    <section className="flex flex-col items-start rounded-xl border border-line p-4">
      <Icon className="size-5 text-accent" aria-hidden />
      <h3 className="mt-2 font-medium">{title}</h3>
      <p className="mt-0.5 mb-4 text-sm text-muted">{body}</p>
      <Button asChild>
        <Link to={to}>{action}</Link>
      </Button>
    </section>
  );
}
