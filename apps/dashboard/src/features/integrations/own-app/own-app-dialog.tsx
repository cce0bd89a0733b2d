import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { OwnAppConnectionDto } from '../../../api/schema';
import { ErrorPanel } from '../../../components/page';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { Dialog, DialogContent, DialogFooter } from '../../../components/ui/dialog';
import { Skeleton } from '../../../components/ui/skeleton';
import type { Platform } from '../../../shared/storefront/begin-connection';
import { ownAppQuery } from '../queries';
import { ConnectStep } from './connect-step';
import { CreateStep, EnterStep } from './setup-steps';
import { text as t } from './text';

interface Props {
  /** The shop that is connected with the app already; null for a new connection. */
  readonly connected: { readonly platform: Platform; readonly shop: string } | null;
  readonly onClose: () => void;
}

const LAST_STEP = 3;

/** Leads through the three steps from a new app at the platform to the connected shop. */
export function OwnAppDialog({ connected, onClose }: Props) {
  const [step, setStep] = useState(connected === null ? 1 : LAST_STEP);
  const [platform, setPlatform] = useState<Platform>(connected?.platform ?? 'shopify');
  const [begun, setBegun] = useState<OwnAppConnectionDto | null>(null);
  const { data: setup, error, refetch } = useQuery(ownAppQuery);
  const queries = useQueryClient();
  const finish = (connection: OwnAppConnectionDto): void => {
    if (connection.status === 'authorize') return setBegun(connection);
    toast.success(t.connect.done);
    onClose();
    void queries.invalidateQueries({ queryKey: ['integrations'] });
  };
  const page = begun === null ? step : 0;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={connected === null ? t.title : t.changeTitle} description={connected === null ? t.step(step) : undefined}>
        <div className="mt-4 grid grid-cols-1 gap-4">
          {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
          {setup === undefined && error === null && <Skeleton className="h-64" />}
          {setup !== undefined && page === 1 && <CreateStep platforms={setup.platforms} platform={platform} onPlatform={setPlatform} />}
          {setup !== undefined && page === 2 && <EnterStep setup={setup} platform={platform} />}
          {setup !== undefined && page === LAST_STEP && (
            <ConnectStep
              platform={platform}
              shop={connected?.shop ?? null}
              onBack={connected === null ? () => setStep(2) : null}
              onConnected={finish}
            />
          )}
          {begun !== null && <AuthorizeNote connection={begun} />}
        </div>
        {page > 0 && page < LAST_STEP && (
          <DialogFooter>
            {page > 1 && (
              <Button look="secondary" onClick={() => setStep(page - 1)}>
                {t.back}
              </Button>
            )}
            <Button onClick={() => setStep(page + 1)}>{t.next}</Button>
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  );
}

/** Says why a person must allow access, and opens the page where they do. */
function AuthorizeNote({ connection: { reason, authorize_url: address } }: { readonly connection: OwnAppConnectionDto }) {
  return (
    <Alert title={t.authorize.title}>
      <p>{reason}</p>
      <Button className="mt-3" onClick={() => address !== null && location.assign(address)}>
        {t.authorize.go}
      </Button>
    </Alert>
  );
}
