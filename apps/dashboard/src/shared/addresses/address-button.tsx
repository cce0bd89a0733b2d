import { pseudonymsWith } from '#libs/order-import';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AtSign } from 'lucide-react';
import { useFormat } from '../../api/me';
import { pseudonymKeyQuery } from '../../api/pseudonyms';
import { saveFile } from '../../components/save-file';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { Dialog, DialogContent, DialogTrigger } from '../../components/ui/dialog';
import { FileButton } from '../../components/ui/file-button';
import { UnreadableFile } from '../csv-files/open-csv';
import { problemText } from '../../text/problem-text';
import { addAddresses } from './add-addresses';
import { text as t } from './text';

interface Props {
  /** Loads the list, as CSV with a column `external_id`. */
  readonly list: () => Promise<Blob>;
  /** The name of the file to save. */
  readonly name: string;
  readonly look?: 'primary' | 'secondary';
}

/** Saves a list together with the addresses of its customers, which the service does not store. */
export function AddressButton({ list, name, look = 'secondary' }: Props) {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button look={look}>
          <AtSign aria-hidden />
          {t.button}
        </Button>
      </DialogTrigger>
      <DialogContent title={t.title} description={t.body}>
        <Chooser list={list} name={name} />
      </DialogContent>
    </Dialog>
  );
}

function Chooser({ list, name }: Pick<Props, 'list' | 'name'>) {
  const queries = useQueryClient();
  const format = useFormat();
  const adding = useMutation({
    mutationFn: async (source: File) => {
      const pseudonym = pseudonymsWith(await queries.fetchQuery(pseudonymKeyQuery));
      const { file, found, customers } = await addAddresses(await list(), source, pseudonym);
      if (found > 0) saveFile(file, name.replace(/\.csv$/, '-with-addresses.csv'));
      return { found, customers };
    },
  });
  const { data, error, isPending } = adding;
  return (
    <div className="mt-5 grid gap-4">
      {error !== null && <Alert kind="bad">{error instanceof UnreadableFile ? error.message : problemText(error)}</Alert>}
      {data?.found === 0 && <Alert kind="warn">{t.none}</Alert>}
      {data !== undefined && data.found > 0 && <Alert kind="good">{t.done(format.number(data.found), data.customers)}</Alert>}
      <div className="flex">
        <FileButton label={t.choose} busy={isPending} onFile={(file) => adding.mutate(file)}>
          {isPending ? t.reading : adding.isIdle ? t.choose : t.other}
        </FileButton>
      </div>
    </div>
  );
}
