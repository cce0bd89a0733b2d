import type { ComponentProps } from 'react';
import { Input } from '../../../components/ui/input';

/** An input for a number with its unit. */
export function UnitInput({ unit, ...rest }: ComponentProps<'input'> & { readonly unit: string }) {
  return (
    <span className="relative block">
      <Input inputMode="decimal" autoComplete="off" className="pr-24 tabular-nums" {...rest} />
      <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-muted">{unit}</span>
    </span>
  );
}
