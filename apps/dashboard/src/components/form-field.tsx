import { type ReactNode, useId } from 'react';

interface Wiring {
  readonly id: string;
  /** The label once more, for fields that hide the rest of the page while their list is open. */
  readonly 'aria-labelledby': string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface Props {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The error in the value of the field. */
  readonly error?: string | undefined;
  /** Shown at the end of the label line. */
  readonly aside?: ReactNode;
  readonly children: (wiring: Wiring) => ReactNode;
}

/** A field with label, hint and error, connected for screen readers: `{(wiring) => <Input {...wiring} {...form.register('name')} />}`. */
export function FormField({ label, hint, error, aside, children }: Props) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter((part) => part !== false);
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label id={`${id}-label`} htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-labelledby': `${id}-label`,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': described.join(' ') || undefined,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="text-[0.8125rem] text-danger" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
