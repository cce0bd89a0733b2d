import { Link } from '@tanstack/react-router';
import { findContacts, fullName, nameOf } from './address-book';
import { text as t } from './text';
import { useAddressBook } from './use-address-book';

interface Props {
  readonly typed: string;
  /** The reader opens one of them: a search that is not sent yet would take them back. */
  readonly onChosen: () => void;
}

/** Lists the people of the address book that match the typed text. The text does not leave the browser. */
export function FoundContacts({ typed, onChosen }: Props) {
  const found = findContacts(useAddressBook(), typed);
  if (found.length === 0) return null;
  return (
    <ul
      aria-label={t.found}
      className="absolute inset-x-0 top-full z-20 mt-1 hidden gap-0.5 group-focus-within:grid rounded-xl border border-line bg-raised p-1.5 text-sm shadow-lg"
    >
      {found.map(({ id, contact, order }) => (
        <li key={id}>
          <Link
            to="/customers/$externalId"
            params={{ externalId: id }}
            onClick={onChosen}
            className="block rounded-md px-2 py-1.5 hover:bg-subtle"
          >
            <span className="block truncate font-medium">{nameOf(contact)}</span>
            <span className="block truncate text-xs text-muted">
              {[contact.email === '' ? '' : fullName(contact), order === null ? '' : t.order(order)]
                .filter((part) => part !== '')
                .join(' · ')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
