import { Info } from 'lucide-react';
import { Tooltip } from './ui/tooltip';

/** Explains the term before it: under the pointer, with the keyboard, and on tap. */
export function InfoHint({ text }: { readonly text: string }) {
  return (
    <Tooltip text={text}>
      <button
        type="button"
        aria-label={text}
        className="flex size-6 shrink-0 items-center justify-center rounded text-muted hover:text-text"
      >
        <Info className="size-3.5" aria-hidden />
      </button>
    </Tooltip>
  );
}
