import type { ReactNode } from 'react';
import { useMayAs } from '../api/me';
import type { UserDto } from '../api/schema';
import { commonText } from '../text/common';
import { Alert } from './ui/alert';

interface Props {
  /** The lowest role that may use what is inside. */
  readonly least: Exclude<UserDto['role'], 'viewer'>;
  readonly children: ReactNode;
}

/** Shows its content only to users with a sufficient role. */
export const ForRole = ({ least, children }: Props): ReactNode => (useMayAs(least) ? children : null);

/** Shows its content to all users, but disables its controls for lower roles and says which role may use them. */
export function LockedBelow({ least, children }: Props) {
  if (useMayAs(least)) return children;
  return (
    <fieldset disabled className="grid min-w-0 grid-cols-1 gap-6">
      <Alert>{commonText.needsRole[least]}</Alert>
      {children}
    </fieldset>
  );
}
