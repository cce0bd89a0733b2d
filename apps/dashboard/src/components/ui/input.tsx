import type { ComponentProps } from 'react';
import { cn } from './class-names';

export const FIELD =
  'h-9 w-full min-w-0 rounded-lg border border-input bg-surface px-3 text-sm placeholder:text-muted disabled:opacity-60 aria-invalid:border-danger';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cn(FIELD, className)} {...rest} />;
}
