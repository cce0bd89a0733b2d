import { useFormat } from '../../../api/me';
import { text } from '../text';

const t = text.results.counted;
/** Numbers that are younger than this count as those of now. */
const OF_NOW_MS = 60_000;

interface CountedNoteProps {
  readonly results: { readonly counted_at: string | null; readonly counting: boolean };
  /** The time of the answer, in milliseconds. */
  readonly answeredAt: number;
}

/** Shows when the numbers were counted, unless it was just now, and whether newer ones are being counted. */
export function CountedNote({ results: { counted_at: at, counting }, answeredAt }: CountedNoteProps) {
  const format = useFormat();
  if (at === null) return <p className="text-sm text-muted">{t.first}</p>;
  if (!counting && answeredAt - Date.parse(at) < OF_NOW_MS) return null;
  return (
    <p className="text-[0.8125rem] text-muted">
      {t.asOf(format.dateTime(at))} {counting && t.newer}
    </p>
  );
}
