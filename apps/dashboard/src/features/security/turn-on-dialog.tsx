import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { type FormEvent, useState } from 'react';
import { answerOf, api } from '../../api/client';
import { meQuery } from '../../api/queries';
import { CopyField } from '../../components/copy-field';
import { FormField } from '../../components/form-field';
import { ErrorPanel } from '../../components/page';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Dialog, DialogContent, DialogFooter } from '../../components/ui/dialog';
import { Skeleton } from '../../components/ui/skeleton';
import { CodeInput } from '../../components/fields/code-input';
import { problemText } from '../../text/problem-text';
import { RecoveryCodes } from './recovery-codes';
import { text } from './text';

const t = text.twoFactor;
const QR_PIXELS = 176;

/** Turns on two-factor authentication, from the secret to the recovery codes. An unconfirmed secret has no effect. */
export function TurnOnDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient();
  const confirmation = useMutation({
    mutationFn: (code: string) => answerOf(api.POST('/2fa/verify', { body: { code } })),
    onSuccess: () => queries.invalidateQueries(meQuery),
  });
  const codes = confirmation.data?.recovery_codes;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={codes === undefined ? t.scan : t.done} description={codes === undefined ? t.scanHint : t.doneHint}>
        {codes === undefined ? (
          <Setup busy={confirmation.isPending} error={confirmation.error} onCode={confirmation.mutate} />
        ) : (
          <RecoveryCodes codes={codes} onKept={onClose} />
        )}
      </DialogContent>
    </Dialog>
  );
}

interface SetupProps {
  readonly busy: boolean;
  readonly error: unknown;
  readonly onCode: (code: string) => void;
}

function Setup({ busy, error, onCode }: SetupProps) {
  const [code, setCode] = useState('');
  const setup = useQuery({
    queryKey: ['2fa', 'setup'],
    queryFn: () => answerOf(api.POST('/2fa/setup')),
    // Each call makes a new secret, so the dialog calls once for each opening and caches nothing.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onCode(code.trim());
  };
  if (setup.error !== null) return <ErrorPanel error={setup.error} onRetry={() => void setup.refetch()} />;
  return (
    <form className="mt-5 grid gap-4" onSubmit={submit}>
      {setup.data === undefined ? <Skeleton className="mx-auto size-44" /> : <Secret {...setup.data} />}
      {error !== null && <Alert kind="bad">{problemText(error)}</Alert>}
      <FormField label={t.code} hint={t.codeHint}>
        {(wiring) => <CodeInput {...wiring} inputMode="numeric" value={code} onChange={({ target }) => setCode(target.value)} />}
      </FormField>
      <DialogFooter>
        <Button type="submit" busy={busy} disabled={code.trim() === ''}>
          {t.confirm}
        </Button>
      </DialogFooter>
    </form>
  );
}

function Secret({ secret, otpauth_url }: { readonly secret: string; readonly otpauth_url: string }) {
  return (
    <>
      {/* Dark on light in both themes: many cameras read nothing else. */}
      <div className="mx-auto rounded-xl bg-white p-3">
        <QRCodeSVG value={otpauth_url} size={QR_PIXELS} title={t.qr} role="img" />
      </div>
      <div className="grid gap-1.5">
        <p className="text-sm text-muted">{t.byHand}</p>
        <CopyField value={secret} label={t.secret} />
      </div>
    </>
  );
}
