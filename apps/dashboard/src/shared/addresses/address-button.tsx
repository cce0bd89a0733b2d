import { useMutation } from '@tanstack/react-query';
import { AtSign } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { useFormat } from '../../api/me';
import { saveFile } from '../../components/save-file';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Dialog, DialogContent } from '../../components/ui/dialog';
import { FileButton } from '../../components/ui/file-button';
import { problemText } from '../../text/problem-text';
import { adAudience, addAddresses, type AddressedList } from './add-addresses';
import type { AddressBook } from './address-book';
import { addressProblem } from './address-problem';
import { text as t } from './text';
import { useAddressBook, useLearnAddresses } from './use-address-book';

interface Props {
  /** Loads the list, as CSV with a column `external_id`. */
  readonly list: () => Promise<Blob>;
  /** The name of the file to save. */
  readonly name: string;
  readonly look?: 'primary' | 'secondary';
  readonly label?: string;
  /** Says which customers the list leaves out. */
  readonly note?: string;
  /** A file for ad platforms, which has hashed addresses and a value, in the place of the list. */
  readonly isForAds?: boolean;
}

/** Saves a list together with the addresses of its customers. It asks for a file with them, unless this browser knows them already. */
export function AddressButton({ list, name, look = 'secondary', isForAds = false, label = isForAds ? t.ads : t.button, note }: Props) {
  const format = useFormat();
  const book = useAddressBook();
  const [isAsking, setAsking] = useState(false);
  const save = useMutation({
    mutationFn: () => saveWith(book, { list, name, isForAds }),
    onSuccess: ({ found, customers }) => {
      if (customers === 0) toast.info(t.empty, { description: note });
      else if (found === 0) setAsking(true);
      else toast.success(t.done(format.number(found), customers), { description: note });
    },
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <>
      <Button look={look} busy={save.isPending} onClick={() => (book.contacts.size === 0 ? setAsking(true) : save.mutate())}>
        {!save.isPending && <AtSign aria-hidden />}
        {label}
      </Button>
      <Dialog open={isAsking} onOpenChange={setAsking}>
        <DialogContent title={isForAds ? t.adsTitle : t.title} description={isForAds ? t.adsBody : t.body}>
          <Chooser wanted={{ list, name, isForAds }} note={note} />
        </DialogContent>
      </Dialog>
    </>
  );
}

type Wanted = Required<Pick<Props, 'list' | 'name' | 'isForAds'>>;

async function saveWith(book: AddressBook, { list, name, isForAds }: Wanted): Promise<Omit<AddressedList, 'file'>> {
  const { file, ...counts } = await (isForAds ? adAudience : addAddresses)(await list(), book);
  if (counts.found > 0) saveFile(file, name.replace(/\.csv$/, isForAds ? '-audience.csv' : '-with-addresses.csv'));
  return counts;
}

function Chooser({ wanted, note }: { readonly wanted: Wanted; readonly note: string | undefined }) {
  const format = useFormat();
  const learning = useLearnAddresses();
  const adding = useMutation({ mutationFn: async (source: File) => saveWith(await learning.mutateAsync(source), wanted) });
  const { data, error, isPending } = adding;
  return (
    <div className="mt-5 grid gap-4">
      {error !== null && <Alert kind="bad">{addressProblem(error)}</Alert>}
      {data?.found === 0 && <Alert kind="warn">{t.none}</Alert>}
      {data !== undefined && data.found > 0 && (
        <Alert kind="good">
          {t.done(format.number(data.found), data.customers)}
          {note !== undefined && ` ${note}`}
        </Alert>
      )}
      <div className="flex">
        <FileButton label={t.choose} busy={isPending} onFile={(file) => adding.mutate(file)}>
          {isPending ? t.reading : adding.isIdle ? t.choose : t.other}
        </FileButton>
      </div>
    </div>
  );
}
