import { DropdownMenu as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names';

export const DropdownMenu = Primitive.Root;
export const DropdownMenuTrigger = Primitive.Trigger;
export const DropdownMenuRadioGroup = Primitive.RadioGroup;

const ITEM =
  'flex cursor-default items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-subtle [&_svg]:size-4 [&_svg]:shrink-0';

export function DropdownMenuContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        sideOffset={6}
        className={cn('z-50 min-w-52 rounded-xl border border-line bg-raised p-1.5 shadow-lg', className)}
        {...rest}
      />
    </Primitive.Portal>
  );
}

export function DropdownMenuItem({ className, ...rest }: ComponentProps<typeof Primitive.Item>) {
  return <Primitive.Item className={cn(ITEM, className)} {...rest} />;
}

export function DropdownMenuRadioItem({ className, ...rest }: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem className={cn(ITEM, 'data-[state=checked]:font-medium data-[state=checked]:text-accent', className)} {...rest} />
  );
}

export function DropdownMenuCheckboxItem({ className, ...rest }: ComponentProps<typeof Primitive.CheckboxItem>) {
  return <Primitive.CheckboxItem className={cn(ITEM, className)} {...rest} />;
}

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label className={cn('px-2.5 py-1.5 text-xs text-muted', className)} {...rest} />;
}

export function DropdownMenuSeparator() {
  return <Primitive.Separator className="-mx-1.5 my-1.5 h-px bg-line" />;
}
