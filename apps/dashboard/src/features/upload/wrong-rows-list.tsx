import { useFormat } from '../../api/me';
import { saveFile } from '../../components/save-file';
import { Button } from '../../components/ui/button';
import { text } from './text';
import { listFile, reasonsOf, type WrongRows } from './wrong-rows';

const t = text.done;
const SHOWN_REASONS = 10;

/** Shows why rows were not taken, the most frequent reasons first, and offers all rows as a file. */
export function WrongRowsList({ wrong, fileName }: { readonly wrong: WrongRows; readonly fileName: string }) {
  const format = useFormat();
  const { count, listed } = wrong;
  const reasons = reasonsOf(wrong);
  return (
    <div className="grid gap-2 rounded-xl border border-line p-4 text-sm">
      <ul className="grid gap-1">
        {reasons.slice(0, SHOWN_REASONS).map(({ reason, lines, rows: of }) => (
          <li key={reason} className="break-words">
            {reason} <span className="text-muted">({t.lines(lines.map(format.number), of - lines.length)})</span>
          </li>
        ))}
        {reasons.length > SHOWN_REASONS && <li className="text-muted">{t.moreReasons(reasons.length - SHOWN_REASONS)}</li>}
      </ul>
      <Button
        look="secondary"
        size="small"
        className="justify-self-start"
        onClick={() => saveFile(listFile(wrong), `${fileName}.errors.csv`)}
      >
        {t.download}
      </Button>
      {listed < count && <p className="text-muted">{t.cut(format.number(listed), count - listed)}</p>}
      <p className="text-muted">{t.mend}</p>
    </div>
  );
}
