import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { toast } from 'sonner';
import { AddressButton } from '../addresses/address-button';
import { answerOf, api } from '../../api/client';
import { saveFile } from '../../components/save-file';
import { Button } from '../../components/ui/button';
import { problemText } from '../../text/problem-text';
import { type ListSearch, toListQuery } from './list-search';
import { text as t } from './text';

interface Props {
  readonly search: ListSearch;
  readonly look?: 'primary' | 'secondary';
  readonly label?: string;
  /** The beginning of the name of the file. */
  readonly name?: string;
}

/** Saves the whole list with its filters, in the order of creation: a list by score can miss customers who change their rank during the download. */
export function ExportButton({ search, look = 'secondary', label = t.export, name = 'customers' }: Props) {
  const download = useMutation({
    mutationFn: () => listOf(search),
    onSuccess: (file) => saveFile(file, fileName(name)),
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <Button look={look} busy={download.isPending} onClick={() => download.mutate()}>
      {!download.isPending && <Download aria-hidden />}
      {label}
    </Button>
  );
}

/**
 * Saves the same list with the addresses of its customers. It is what people load into their mail tool, so it leaves out customers who must get
 * nothing, unless the reader has filtered by control group or consent.
 */
export function AddressedExportButton({
  search,
  label,
  name = 'customers',
  isForAds = false,
}: Pick<Props, 'search' | 'label' | 'name'> & { readonly isForAds?: boolean }) {
  const isChosen = search.control !== undefined || search.consent !== undefined || search.segment === CONTROL_SEGMENT;
  const allowed: ListSearch = isChosen ? search : { ...search, control: 'out', consent: 'allowed' };
  return (
    <AddressButton
      list={() => listOf(allowed)}
      name={fileName(name)}
      isForAds={isForAds}
      {...(label !== undefined && { label })}
      {...(!isChosen && { note: t.leftOut })}
    />
  );
}

/** The ready-made segment of customers in control groups. */
const CONTROL_SEGMENT = 'control-group';

function listOf(search: ListSearch): Promise<Blob> {
  const { sort: _sort, ...filters } = toListQuery(search);
  return answerOf(api.GET('/dashboard/customers/export', { params: { query: filters }, parseAs: 'blob' }));
}

const fileName = (name: string): string => `${name}-${new Date().toISOString().slice(0, 10)}.csv`;
