import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './ui/button';

interface Props {
  /** Names what the button shows. */
  readonly name: string;
  readonly children: ReactNode;
}

/** Hides its content behind a button on phones; wider screens show it at once. In a row that wraps, it opens below the row. */
export function PhoneFold({ name, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        look="secondary"
        size="small"
        className="sm:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {name}
        <ChevronDown className={`text-muted ${isOpen ? 'rotate-180' : ''}`} aria-hidden />
      </Button>
      <div id={id} className={`sm:contents ${isOpen ? 'max-sm:order-last max-sm:basis-full' : 'max-sm:hidden'}`}>
        {children}
      </div>
    </>
  );
}
