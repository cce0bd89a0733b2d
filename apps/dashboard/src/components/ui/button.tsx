import { cva, type VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import { Slot } from 'radix-ui';
import type { ButtonHTMLAttributes } from 'react';
import { cn } from './class-names';

const looks = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap transition-colors disabled:opacity-60 aria-disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      look: {
        primary: 'bg-accent text-on-accent hover:bg-accent-strong',
        secondary: 'border border-line bg-surface hover:bg-subtle',
        quiet: 'hover:bg-subtle',
        danger: 'bg-danger text-on-accent hover:opacity-90',
      },
      size: { normal: 'h-9 px-4 text-sm', small: 'h-8 px-3 text-[0.8125rem]', large: 'h-11 px-5', icon: 'size-9', 'icon-small': 'size-8' },
    },
    defaultVariants: { look: 'primary', size: 'normal' },
  },
);

interface Props extends ButtonHTMLAttributes<HTMLButtonElement>, VariantProps<typeof looks> {
  /** Applies the style to the child, such as a link. */
  readonly asChild?: boolean;
  /** The action of the button is running. */
  readonly busy?: boolean;
}

export function Button({ className, look, size, asChild = false, busy = false, type = 'button', children, disabled, ...rest }: Props) {
  const classes = cn(looks({ look, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button type={type} className={classes} disabled={disabled === true || busy} aria-busy={busy || undefined} {...rest}>
      {busy && <LoaderCircle className="animate-spin" aria-hidden />}
      {children}
    </button>
  );
}
