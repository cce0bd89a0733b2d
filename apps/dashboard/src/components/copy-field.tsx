import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { commonText } from '../text/common';
import { Button } from './ui/button';

const SHOWN_FOR_MS = 2000;

/** Shows text for another program, with a button that copies it. */
export function CopyField({
  value,
  label,
  multiline = false,
  onCopied,
}: {
  readonly value: string;
  readonly label: string;
  readonly multiline?: boolean;
  readonly onCopied?: () => void;
}) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    onCopied?.();
    setTimeout(() => setCopied(false), SHOWN_FOR_MS);
  };
  return (
    <div className="flex items-start rounded-lg border border-line bg-subtle">
      <pre
        // Focusable, so that long lines can be scrolled with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={label}
        role="group"
        className={`min-w-0 flex-1 overflow-x-auto py-2.5 pl-3.5 font-mono text-[0.8125rem] leading-relaxed ${multiline ? '' : 'whitespace-nowrap'}`}
      >
        {value}
      </pre>
      <Button look="quiet" size="icon-small" className="m-1.5" aria-label={commonText.copy(label)} onClick={() => void copy()}>
        {copied ? <Check className="text-good" /> : <Copy />}
      </Button>
      <span role="status" className="sr-only">
        {copied ? commonText.copied : ''}
      </span>
    </div>
  );
}
