import { Link } from '@tanstack/react-router';
import { TO_CONTACT } from '../../api/lifecycle';
import { PhoneFold } from '../../components/phone-fold';
import { AddressBookNote } from '../../shared/addresses/address-book-note';
import { text as addressText } from '../../shared/addresses/text';
import { useAddressBook } from '../../shared/addresses/use-address-book';
import { allToContact, hasFilters, type ListSearch } from '../../shared/customer-list/list-search';
import { SlippingWorth } from '../../shared/slipping/slipping-worth';
import { SegmentActions } from './selection/segment-row';
import { text as t } from './text';

interface Props {
  readonly search: ListSearch;
  readonly onChange: (change: ListSearch) => void;
  /** Some of the shown customers have codes for names. */
  readonly hasCodes: boolean;
}

/** Says what the list is good for, and offers what can be done with it. A phone shows the first customer at once, and the words on request. */
export function ListNotes({ search, onChange, hasCodes }: Props) {
  const { contacts } = useAddressBook();
  const states = allToContact(search);
  return (
    <div className="mb-2 flex flex-wrap gap-2 empty:hidden sm:mb-4 sm:grid sm:gap-4">
      <SegmentActions search={search} onChange={onChange} />
      {!hasFilters(search) && search.sort === undefined && <Everybody />}
      {states !== null && (
        <PhoneFold name={t.worthFold}>
          <p className="text-sm text-muted">
            <SlippingWorth states={states} order={search.sort === undefined} />
          </p>
        </PhoneFold>
      )}
      {(contacts.size > 0 || hasCodes) && (
        <PhoneFold name={addressText.book.title}>
          <AddressBookNote hasCodes={hasCodes} />
        </PhoneFold>
      )}
    </div>
  );
}

/** Leads from all customers to those to contact first. */
const Everybody = () => (
  <p className="flex flex-wrap items-center gap-x-1 text-sm text-muted">
    <span className="max-sm:sr-only">{t.mixed}</span>
    <Link
      to="/customers"
      search={{ lifecycle: TO_CONTACT }}
      className="font-medium text-accent hover:underline max-sm:flex max-sm:h-8 max-sm:items-center"
    >
      {t.contactFirst}
    </Link>
  </p>
);
