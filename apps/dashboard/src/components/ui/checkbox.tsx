import { Check } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names';

/** A finger may also hit 4 px around the box. */
export function Checkbox({ className, ...rest }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      className={cn(
        'relative flex size-4.5 shrink-0 items-center justify-center rounded border border-input bg-surface after:absolute after:-inset-1 data-[state=checked]:border-accent data-[state=checked]:bg-accent',
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
