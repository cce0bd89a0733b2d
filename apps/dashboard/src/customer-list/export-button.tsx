import { Download } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { saveFile } from '../components/save-file';
import { Button } from '../components/ui/button';
import { problemText } from '../text/problem-text';
import { exportCustomers } from './export-customers';
import type { ListSearch } from './list-search';
import { text as t } from './text';

/** Saves the whole list with its filters and sort order. */
export function ExportButton({ search, look = 'secondary' }: { readonly search: ListSearch; readonly look?: 'primary' | 'secondary' }) {
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    const stop = new AbortController();
    const id = toast.loading(t.exporting(0), { action: { label: t.stopExport, onClick: () => stop.abort() } });
    let exported = 0;
    setBusy(true);
    try {
      const file = await exportCustomers(
        search,
        (count) => {
          exported = count;
          toast.loading(t.exporting(count), { id });
        },
        stop.signal,
      );
      saveFile(file, `customers-${new Date().toISOString().slice(0, 10)}.csv`);
      toast.success(t.exported(exported), { id, action: null });
    } catch (error) {
      if (stop.signal.aborted) toast.dismiss(id);
      else toast.error(problemText(error), { id, action: null });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look={look} busy={busy} onClick={() => void run()}>
      {!busy && <Download aria-hidden />}
      {t.export}
    </Button>
  );
}
