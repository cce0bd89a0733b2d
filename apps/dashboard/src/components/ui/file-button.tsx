import { type ReactNode, useRef } from 'react';
import { Button } from './button';

interface Props {
  /** The name of the field that takes the file. */
  readonly label: string;
  readonly look?: 'primary' | 'secondary';
  readonly busy?: boolean;
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

/** Lets the reader choose a file of their device. */
export function FileButton({ label, look = 'primary', busy = false, onFile, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} busy={busy} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onFile(file);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
