import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type FormEvent, useState } from 'react';
import { useMe } from '../../../api/me';
import { Button } from '../../../components/ui/button';
import { Input } from '../../../components/ui/input';
import { CategoryFields } from './category-fields';
import { ChoiceField } from './choice-field';
import { CONSENTS, CONTROL, LATE, type ListSearch, readListSearch, SINCE } from '../../../shared/customer-list/list-search';
import { FILTER_PANEL } from './list-filters';
import { text as t } from '../text';

const ANY = 'any';
const ALL = 'all';
const SINCE_OPTIONS = [{ value: ANY, label: t.anyTime }, ...SINCE.map((value) => ({ value, label: t.since[value] }))];
const CONTROL_OPTIONS = [{ value: ALL, label: t.controlOrNot }, ...CONTROL.map((value) => ({ value, label: t.controlGroup[value] }))];
const CONSENT_OPTIONS = [{ value: ALL, label: t.consentOrNot }, ...CONSENTS.map((value) => ({ value, label: t.consentFilter[value] }))];
const LATE_OPTIONS = [{ value: ALL, label: t.lateOrNot }, ...LATE.map((value) => ({ value, label: t.lateSince[value] }))];

type More = Pick<
  ListSearch,
  | 'late'
  | 'entered'
  | 'orderedFrom'
  | 'orderedTo'
  | 'ordersMin'
  | 'ordersMax'
  | 'spentMin'
  | 'spentMax'
  | 'control'
  | 'consent'
  | 'bought'
  | 'neverBought'
>;

interface Props {
  readonly search: ListSearch;
  readonly onChange: (change: ListSearch) => void;
}

/** The filters that few readers need at once. They apply together, so that no half of a range is sent. */
export function MoreFilters({ search, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const count = Object.values(moreOf(search)).filter((value) => value !== undefined).length;
  const apply = (more: More): void => {
    onChange(more);
    setIsOpen(false);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <Button look="secondary">
          <SlidersHorizontal aria-hidden />
          {count === 0 ? t.more : t.moreCount(count)}
          <ChevronDown className="text-muted" aria-hidden />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={16}
          aria-label={t.more}
          className={`${FILTER_PANEL} w-88 max-w-[calc(100vw-2rem)] p-4`}
        >
          <MoreForm search={search} onApply={apply} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const moreOf = ({
  late,
  entered,
  orderedFrom,
  orderedTo,
  ordersMin,
  ordersMax,
  spentMin,
  spentMax,
  control,
  consent,
  bought,
  neverBought,
}: ListSearch): More => ({
  late,
  entered,
  orderedFrom,
  orderedTo,
  ordersMin,
  ordersMax,
  spentMin,
  spentMax,
  control,
  consent,
  bought,
  neverBought,
});

function MoreForm({ search, onApply }: { readonly search: ListSearch; readonly onApply: (more: More) => void }) {
  const { currency } = useMe().tenant;
  const [late, setLate] = useState(search.late);
  const [entered, setEntered] = useState(search.entered);
  const [control, setControl] = useState(search.control);
  const [consent, setConsent] = useState(search.consent);
  const [bought, setBought] = useState(search.bought);
  const [neverBought, setNeverBought] = useState(search.neverBought);
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = typedIn(new FormData(event.currentTarget));
    const more = moreOf(readListSearch({ ...typed, late, entered, control, consent, bought, neverBought }));
    // The URL cannot hold a range that ends before it begins.
    const isLost = Object.entries(typed).some(([name, value]) => value !== more[name as keyof More]);
    setIsWrong(isLost);
    if (!isLost) onApply(more);
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <ChoiceField
        label={t.late}
        value={late ?? ALL}
        options={LATE_OPTIONS}
        onChange={(next) => setLate(LATE.find((since) => since === next))}
      />
      <ChoiceField
        label={t.entered}
        value={entered ?? ANY}
        options={SINCE_OPTIONS}
        onChange={(next) => setEntered(SINCE.find((since) => since === next))}
      />
      <ChoiceField
        label={t.control}
        value={control ?? ALL}
        options={CONTROL_OPTIONS}
        onChange={(next) => setControl(CONTROL.find((each) => each === next))}
      />
      <ChoiceField
        label={t.consent}
        value={consent ?? ALL}
        options={CONSENT_OPTIONS}
        onChange={(next) => setConsent(CONSENTS.find((each) => each === next))}
      />
      <CategoryFields bought={bought} neverBought={neverBought} onBought={setBought} onNeverBought={setNeverBought} />
      <RangeFields legend={t.lastOrder} names={['orderedFrom', 'orderedTo']} type="date" values={[search.orderedFrom, search.orderedTo]} />
      <RangeFields legend={t.ordersRange} names={['ordersMin', 'ordersMax']} type="number" values={[search.ordersMin, search.ordersMax]} />
      <RangeFields
        legend={t.spentRange(currency)}
        names={['spentMin', 'spentMax']}
        type="number"
        step="any"
        values={[search.spentMin, search.spentMax]}
      />
      {isWrong && <WrongRange />}
      <Button type="submit">{t.apply}</Button>
    </form>
  );
}

const WrongRange = () => (
  <p role="alert" className="text-[0.8125rem] text-danger">
    {t.wrongRange}
  </p>
);

const NUMBERS: ReadonlySet<string> = new Set(['ordersMin', 'ordersMax', 'spentMin', 'spentMax']);

/** Returns the fields that are filled in, as values of the URL. */
const typedIn = (form: FormData): Record<string, string | number> =>
  Object.fromEntries(
    [...form.entries()].flatMap(([name, value]) =>
      typeof value !== 'string' || value === '' ? [] : [[name, NUMBERS.has(name) ? Number(value) : value]],
    ),
  );

interface RangeProps {
  readonly legend: string;
  readonly names: readonly [string, string];
  readonly type: 'date' | 'number';
  readonly step?: 'any';
  readonly values: readonly [(string | number)?, (string | number)?];
}

const RangeFields = ({ legend, names: [from, to], type, step, values: [least, most] }: RangeProps) => (
  <fieldset>
    <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
    <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">
      <Input
        name={from}
        type={type}
        step={step}
        min={type === 'number' ? 0 : undefined}
        defaultValue={least}
        aria-label={t.fieldFrom(legend)}
      />
      <span className="text-sm text-muted" aria-hidden>
        {t.to}
      </span>
      <Input name={to} type={type} step={step} min={type === 'number' ? 0 : undefined} defaultValue={most} aria-label={t.fieldTo(legend)} />
    </div>
  </fieldset>
);
