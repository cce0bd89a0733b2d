import { useState } from 'react';
import { useMe } from '../api/me';
import type { ConfirmationDto } from '../api/schema';
import { ConfirmDialog } from './confirm-dialog';
import { FormField } from './form-field';
import { CodeInput } from './fields/code-input';
import { PasswordInput } from './fields/password-input';
import { commonText } from '../text/common';

const t = commonText.confirmPerson;

interface Props {
  readonly title: string;
  readonly description: string;
  readonly confirm: string;
  readonly look: 'primary' | 'danger';
  readonly busy: boolean;
  readonly error: unknown;
  readonly onClose: () => void;
  readonly onConfirm: (body: ConfirmationDto) => void;
}

/** Asks for the password, and for a code when two-factor authentication is on. */
export function ConfirmPersonDialog({ onClose, onConfirm, ...rest }: Props) {
  const { user } = useMe();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      {...rest}
      onConfirm={() => onConfirm({ password, ...(user.two_factor_enabled && { totp_code: code.trim() }) })}
    >
      <div className="mt-4 grid gap-4">
        <FormField label={t.password}>
          {(wiring) => (
            <PasswordInput
              {...wiring}
              autoComplete="current-password"
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
        </FormField>
        {user.two_factor_enabled && (
          <FormField label={t.code} hint={t.codeHint}>
            {(wiring) => <CodeInput {...wiring} value={code} onChange={({ target }) => setCode(target.value)} />}
          </FormField>
        )}
      </div>
    </ConfirmDialog>
  );
}
