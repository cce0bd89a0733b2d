import { Tooltip as Primitive } from 'radix-ui';
import { type FocusEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { isMovedByTab } from './tab-key';

export const TooltipProvider = Primitive.Provider;

/** @param text explains the child. The child must be focusable. */
export function Tooltip({ text, children }: { readonly text: ReactNode; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  // A finger has no pointer that rests somewhere: a tap opens the text, and a tap elsewhere closes it.
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    setOpen(true);
  };
  return (
    <Primitive.Root open={isOpen} onOpenChange={setOpen}>
      <Primitive.Trigger asChild onClick={open} onFocus={stayClosed}>
        {children}
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content sideOffset={6} className="z-50 max-w-72 rounded-lg bg-text px-3 py-2 text-xs text-background shadow-lg">
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** A dialog focuses its first button when it opens, and restores the focus when it closes. In both cases the user has not asked for the tooltip. */
function stayClosed(event: FocusEvent): void {
  if (!isMovedByTab()) event.preventDefault();
}
