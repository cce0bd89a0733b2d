import { noteFirstKeyCopied } from '../../api/first-key';
import { CopyField } from '../../components/copy-field';
import { Button } from '../../components/ui/button';
import { Dialog, DialogContent, DialogFooter } from '../../components/ui/dialog';
import { text } from './text';

const t = text.keys;

/** Shows a new key, for the only time. */
export function KeyOnce({ apiKey, onClose }: { readonly apiKey: string; readonly onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={t.yours} description={t.once}>
        <div className="mt-4">
          <CopyField value={apiKey} label={t.label} onCopied={noteFirstKeyCopied} />
        </div>
        <DialogFooter>
          <Button onClick={onClose}>{t.done}</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
