import { Check } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names';

/** A square of 18 px; a finger may also hit 6 px around it. */
export function Checkbox({ className, ...rest }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      className={cn(
        'relative flex size-4.5 min-w-0 shrink-0 items-center justify-center rounded border border-input bg-surface p-0 after:absolute after:-inset-1.5 data-[state=checked]:border-accent data-[state=checked]:bg-accent',
        className,
      )}
      {...rest}
    >
      <Primitive.Indicator>
        <Check className="size-3.5 text-on-accent" aria-hidden />
      </Primitive.Indicator>
    </Primitive.Root>
  );
}
