import { toast } from 'sonner';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import { FileButton } from '../../components/ui/file-button';
import { addressProblem } from './address-problem';
import { text } from './text';
import { useAddressBook, useForgetAddresses, useLearnAddresses } from './use-address-book';

const t = text.book;

/**
 * Offers to name customers from a file of the reader, and says where the addresses are and how they go away.
 * @param hasCodes false: the customers of the page have identifiers of the shop, so nothing is offered before there are addresses
 */
export function AddressBookNote({ hasCodes }: { readonly hasCodes: boolean }) {
  const { contacts } = useAddressBook();
  const learning = useLearnAddresses();
  const forgetting = useForgetAddresses();
  const learn = (file: File): void =>
    learning.mutate(file, { onSuccess: (found) => void (found.contacts.size > 0 && toast.success(t.learned(found.contacts.size))) });
  if (contacts.size === 0 && !hasCodes) return null;
  return (
    <section aria-label={t.title} className="grid gap-2 rounded-xl border border-line bg-surface px-4 py-3 text-sm sm:gap-3">
      <p className="text-muted">
        {contacts.size === 0 && <span className="font-medium text-text">{t.title} </span>}
        {contacts.size === 0 ? t.offer : t.kept(contacts.size)} {contacts.size === 0 ? t.offerHow : t.keptHow}
      </p>
      {learning.error !== null && <Alert kind="bad">{addressProblem(learning.error)}</Alert>}
      {learning.data?.contacts.size === 0 && <Alert kind="warn">{text.noAddresses}</Alert>}
      <div className="flex flex-wrap gap-2">
        <FileButton label={text.choose} look="secondary" busy={learning.isPending} onFile={learn}>
          {contacts.size === 0 ? text.choose : t.more}
        </FileButton>
        {contacts.size > 0 && (
          <Button
            look="quiet"
            busy={forgetting.isPending}
            onClick={() => forgetting.mutate(null, { onSuccess: () => void toast.success(t.removed) })}
          >
            {t.remove}
          </Button>
        )}
      </div>
    </section>
  );
}
