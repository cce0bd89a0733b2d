import type { ComponentProps } from 'react';
import { cn } from '../ui/class-names';
import { Input } from '../ui/input';

/** A field for a code of the second factor, which browsers may fill in. */
export function CodeInput({ className, ...rest }: ComponentProps<'input'>) {
  return <Input className={cn('font-mono tracking-widest', className)} autoComplete="one-time-code" spellCheck={false} {...rest} />;
}
