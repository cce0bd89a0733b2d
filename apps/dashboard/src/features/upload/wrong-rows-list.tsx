import { useFormat } from '../../api/me';
import { saveFile } from '../../components/save-file';
import { Button } from '../../components/ui/button';
import { text } from './text';
import { listFile, type WrongRows } from './wrong-rows';

const t = text.done;
const SHOWN_ROWS = 10;

/** Shows the first rows that were not taken, and offers all of them as a file. */
export function WrongRowsList({ wrong, fileName }: { readonly wrong: WrongRows; readonly fileName: string }) {
  const format = useFormat();
  const { count, listed, rows } = wrong;
  return (
    <div className="grid gap-2 rounded-xl border border-line p-4 text-sm">
      <ul className="grid gap-1">
        {rows.slice(0, Math.min(SHOWN_ROWS, listed)).map(({ line, reason }) => (
          <li key={line} className="break-words">
            <span className="text-muted">{t.line(line)}:</span> {reason}
          </li>
        ))}
        {count > SHOWN_ROWS && <li className="text-muted">{t.moreWrong(count - SHOWN_ROWS)}</li>}
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
