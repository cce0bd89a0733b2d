import { FileSpreadsheet, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Alert } from '../../components/ui/alert';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { cn } from '../../components/ui/class-names';
import { FileButton } from '../../components/ui/file-button';
import { text } from './text';

const t = text.file;
const MOST_BYTES = 200 * 2 ** 20;

interface Props {
  readonly chosen: File | null;
  readonly problem: string | null;
  readonly onFile: (file: File) => void;
}

/** Takes the file, by a dialog or by dropping it. */
export function FileCard({ chosen, problem, onFile }: Props) {
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const take = (file: File | undefined): void => {
    if (file === undefined) return;
    setTooLarge(file.size > MOST_BYTES ? t.tooLarge(file.name) : null);
    if (file.size <= MOST_BYTES) onFile(file);
  };
  const fault = tooLarge ?? problem;
  return (
    <Card>
      <CardHeader title={t.title} description={t.body} />
      <CardBody className="grid gap-4">
        {fault !== null && <Alert kind="bad">{fault}</Alert>}
        <DropZone onFile={take}>
          <FileSpreadsheet className="size-5 text-accent" aria-hidden />
          {chosen !== null && <span className="min-w-0 font-medium break-all">{chosen.name}</span>}
          <FileButton label={t.choose} look={chosen === null ? 'primary' : 'secondary'} onFile={take}>
            {chosen === null ? t.choose : t.other}
          </FileButton>
          {chosen === null && <span className="text-sm text-muted">{t.drop}</span>}
        </DropZone>
        <p className="flex items-start gap-2 text-sm text-muted">
          <ShieldCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />
          {t.private}
        </p>
        {chosen === null && <HowToExport />}
      </CardBody>
    </Card>
  );
}

interface TakerProps {
  readonly onFile: (file: File | undefined) => void;
}

function DropZone({ onFile, children }: TakerProps & { readonly children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={cn(
        'flex flex-wrap items-center gap-3 rounded-xl border border-dashed border-input p-5',
        isOver && 'border-accent bg-accent-soft',
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
    >
      {children}
    </div>
  );
}

function HowToExport() {
  return (
    <section>
      <h3 className="mb-1 text-sm font-medium">{t.howTo}</h3>
      <dl className="grid gap-1 text-sm text-muted sm:grid-cols-[max-content_1fr] sm:gap-x-4">
        {t.steps.map(([platform, steps]) => (
          <div key={platform} className="contents">
            <dt className="font-medium text-text">{platform}</dt>
            <dd>{steps}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
