import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiProblem, isSignedOut } from '../../api/problem';
import { FormField } from '../../components/form-field';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { CodeInput } from '../../components/fields/code-input';
import { problemText } from '../../text/problem-text';
import { SignInFrame } from './sign-in-frame';
import { text } from './text';

const t = text.code;

interface Props {
  readonly busy: boolean;
  readonly error: unknown;
  readonly onCode: (code: string) => void;
  readonly onBack: () => void;
}

function whyNot(error: unknown): string {
  if (error instanceof ApiProblem && error.code === 'totp_locked') return t.locked;
  if (error instanceof ApiProblem && error.code === 'rate_limited') return t.tooMany;
  return isSignedOut(error) ? t.wrong : problemText(error);
}

/** Asks for the second factor: a code of the app, or a recovery code. */
export function CodeStep({ busy, error, onCode, onBack }: Props) {
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() !== '') onCode(code.trim());
  };
  return (
    <SignInFrame title={t.title} description={t.hint}>
      <form className="grid gap-4" onSubmit={submit}>
        {error !== null && <Alert kind="bad">{whyNot(error)}</Alert>}
        <FormField label={t.label}>
          {(wiring) => (
            <CodeInput {...wiring} ref={input} className="h-11 text-base" value={code} onChange={({ target }) => setCode(target.value)} />
          )}
        </FormField>
        <Button type="submit" size="large" busy={busy} disabled={code.trim() === ''}>
          {t.submit}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t.back}
        </Button>
      </form>
    </SignInFrame>
  );
}
