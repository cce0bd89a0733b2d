import type { ReactNode } from 'react';
import { InfoHint } from '../../components/info-hint';
import { Card } from '../../components/ui/card';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly value: ReactNode;
  readonly note: ReactNode;
}

export function Tile({ label, hint, value, note }: Props) {
  return (
    <Card className="flex flex-col p-4 sm:p-5">
      <div className="flex items-center gap-1.5 text-sm text-muted">
        <h2>{label}</h2>
        {hint !== undefined && <InfoHint text={hint} />}
      </div>
      <p className="mt-2 text-2xl leading-tight font-semibold tracking-tight tabular-nums sm:text-[1.75rem]">{value}</p>
      <div className="mt-auto pt-3 text-[0.8125rem] text-muted">{note}</div>
    </Card>
  );
}
