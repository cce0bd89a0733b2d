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

/** A shop that is or was connected with an app of its merchant. */
export interface FormerShop {
  readonly platform: Platform;
  readonly shop: string;
}

interface Props {
  /** The shop that is connected with the app already; null for a new connection. */
  readonly connected: FormerShop | null;
  /** The shop that was connected before, to begin with. */
  readonly former?: FormerShop | null;
  readonly onClose: () => void;
}

const LAST_STEP = 3;

/** Leads through the three steps from a new app at the platform to the connected shop. */
export function OwnAppDialog({ connected, former = null, onClose }: Props) {
  const [step, setStep] = useState(connected === null ? 1 : LAST_STEP);
  const [platform, setPlatform] = useState<Platform>((connected ?? former)?.platform ?? 'shopify');
  const [begun, setBegun] = useState<OwnAppConnectionDto | null>(null);
  const { data: setup, error, refetch } = useQuery(ownAppQuery);
  const queries = useQueryClient();
  const finish = (connection: OwnAppConnectionDto): void => {
    if (connection.status === 'authorize') return setBegun(connection);
    toast.success(t.connect.done);
    onClose();
    void queries.invalidateQueries({ queryKey: ['integrations'] });
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={connected === null ? t.title : t.changeTitle} description={connected === null ? t.step(step) : undefined}>
        <div className="mt-4 grid grid-cols-1 gap-4">
          {error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
          {setup === undefined && error === null && <Skeleton className="h-64" />}
          {setup !== undefined && step === 1 && <CreateStep platforms={setup.platforms} platform={platform} onPlatform={setPlatform} />}
          {setup !== undefined && step === 2 && <EnterStep setup={setup} platform={platform} />}
          {setup !== undefined && step === LAST_STEP && (
            // Keeps what is typed while the note is open.
            <div hidden={begun !== null}>
              <ConnectStep
                platform={platform}
                shop={connected?.shop ?? null}
                former={former?.platform === platform ? former.shop : ''}
                onBack={connected === null ? () => setStep(2) : null}
                onConnected={finish}
              />
            </div>
          )}
          {begun !== null && <AuthorizeNote connection={begun} onBack={() => setBegun(null)} />}
        </div>
        {step < LAST_STEP && (
          <DialogFooter>
            {step > 1 && (
              <Button look="secondary" onClick={() => setStep(step - 1)}>
                {t.back}
              </Button>
            )}
            <Button onClick={() => setStep(step + 1)}>{t.next}</Button>
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  );
}

interface NoteProps {
  readonly connection: OwnAppConnectionDto;
  readonly onBack: () => void;
}

/** Says why a person must allow access, and opens the page where they do. */
function AuthorizeNote({ connection: { reason, authorize_url: address }, onBack }: NoteProps) {
  return (
    <>
      <Alert title={t.authorize.title}>{reason}</Alert>
      <DialogFooter>
        <Button look="secondary" onClick={onBack}>
          {t.back}
        </Button>
        <Button onClick={() => address !== null && location.assign(address)}>{t.authorize.go}</Button>
      </DialogFooter>
    </>
  );
}
