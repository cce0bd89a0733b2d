import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { commonText } from '../../text/common';
import { Button } from './button';
import { cn } from './class-names';

export const Dialog = Primitive.Root;
export const DialogTrigger = Primitive.Trigger;
export const DialogClose = Primitive.Close;

interface Props {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

export function DialogContent({ title, description, children, className }: Props) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="fixed inset-0 z-50 bg-black/50" />
      <Primitive.Content
        // `undefined` tells Radix that the dialog has no description on purpose.
        {...(description === undefined && { 'aria-describedby': undefined })}
        className={cn(
          'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-2xl border border-line bg-raised p-6 shadow-xl',
          className,
        )}
      >
        <Primitive.Title className="pr-8 text-lg font-semibold tracking-tight">{title}</Primitive.Title>
        {description !== undefined && <Primitive.Description className="mt-1.5 text-sm text-muted">{description}</Primitive.Description>}
        {children}
        <Primitive.Close asChild>
          <Button look="quiet" size="icon-small" className="absolute top-4 right-4" aria-label={commonText.close}>
            <X />
          </Button>
        </Primitive.Close>
      </Primitive.Content>
    </Primitive.Portal>
  );
}

export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>;
}
