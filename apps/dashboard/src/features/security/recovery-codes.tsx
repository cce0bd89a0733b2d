import { CopyField } from '../../components/copy-field';
import { Button } from '../../components/ui/button';
import { DialogFooter } from '../../components/ui/dialog';
import { text } from './text';

const t = text.twoFactor;
const FILE = 'churn-scoring-recovery-codes.txt';

export function RecoveryCodes({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }) {
  const lines = codes.join('\n');
  return (
    <>
      <div className="mt-5">
        <CopyField multiline value={lines} label={t.codes} />
      </div>
      <DialogFooter>
        <Button look="secondary" asChild>
          <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${lines}\n`)}`} download={FILE}>
            {t.download}
          </a>
        </Button>
        <Button onClick={onKept}>{t.kept}</Button>
      </DialogFooter>
    </>
  );
}
