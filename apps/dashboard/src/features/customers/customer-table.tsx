import { FlexRender, useTable } from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useFormat } from '../../api/me';
import type { CustomerDto } from '../../api/schema';
import { Card } from '../../components/ui/card';
import { Checkbox } from '../../components/ui/checkbox';
import { useCustomerNames } from '../../shared/addresses/use-address-book';
import { text as segmentText } from '../../shared/segments/text';
import type { ShopFormat } from '../../format/shop-format';
import { columnsOf, FEATURES, LAYOUT } from './columns';
import { isSelected, NOTHING, type Selection, toggled } from './selection/selection';
import { text as t } from './text';

/** The least height of a row, which on a phone has four lines. A long e-mail address wraps and makes it higher. */
const ROW_PX = { wide: 52, phone: 88 } as const;
const PHONE = matchMedia('(max-width: 699px)');
const HEAD = 'flex items-center gap-3 px-4 py-1.5 text-xs font-medium text-muted sm:px-5 sm:py-2.5';
/** Fetches more when this many rows are left below the window. */
const AHEAD = 30;

interface Props {
  readonly customers: CustomerDto[];
  readonly hasMore: boolean;
  readonly onMore: () => void;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
}

const leastHeight = (): number => (PHONE.matches ? ROW_PX.phone : ROW_PX.wide);

/** Shows any number of customers: the page holds only the visible rows. */
export function CustomerTable({ customers, hasMore, onMore, selection, onSelect }: Props) {
  const format = useFormat();
  const columns = useColumns(customers, format);
  const table = useTable({ features: FEATURES, columns, data: customers, getRowId: ({ id }) => id });
  const { rows } = table.getRowModel();
  const { body, virtualizer } = useVirtualRows(rows.length);
  const inSight = virtualizer.getVirtualItems();
  const last = inSight.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= rows.length - AHEAD) onMore();
  }, [hasMore, last, rows.length, onMore]);
  return (
    <Card className="@container">
      <div role="table" aria-label={t.table} aria-rowcount={hasMore ? -1 : rows.length + 1} className="text-sm">
        <div role="rowgroup" className="sticky top-14 z-10 rounded-t-xl border-b border-line bg-surface lg:top-0">
          {table.getHeaderGroups().map((group) => (
            <div key={group.id} role="row" aria-rowindex={1} className={HEAD}>
              <div role="columnheader" className={BOX}>
                <SelectLoaded customers={customers} selection={selection} onSelect={onSelect} />
              </div>
              {group.headers.map((header) => (
                <div key={header.id} role="columnheader" className={LAYOUT[header.column.id]}>
                  <FlexRender header={header} />
                </div>
              ))}
            </div>
          ))}
        </div>
        <div ref={body} role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {inSight.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <div
                key={row.id}
                role="row"
                aria-rowindex={index + 2}
                data-index={index}
                ref={virtualizer.measureElement}
                className="absolute inset-x-0 top-0 flex items-center gap-3 border-b border-line px-4 py-1 hover:bg-subtle/60 sm:px-5"
                style={{ minHeight: leastHeight(), transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
              >
                <div role="cell" className={BOX}>
                  <SelectOne customer={row.original} customers={customers} selection={selection} onSelect={onSelect} />
                </div>
                {row.getAllCells().map((cell) => (
                  <div key={cell.id} role="cell" className={`${LAYOUT[cell.column.id]} tabular-nums`}>
                    <FlexRender cell={cell} />
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </Card>
  );
}

/** Returns the columns. Without evidence from campaigns no customer has a value of a contact, and the names need its room. */
function useColumns(customers: readonly CustomerDto[], format: ShopFormat) {
  const [now] = useState(() => new Date());
  const nameOf = useCustomerNames();
  const allColumns = useMemo(() => columnsOf(format, now, nameOf), [format, now, nameOf]);
  const hasWorth = customers.some((customer) => customer.contact_value !== null);
  return useMemo(() => (hasWorth ? allColumns : allColumns.filter(({ id }) => id !== 'worth')), [allColumns, hasWorth]);
}

/** Stands above the link that covers the row. */
const BOX = 'relative z-10 flex w-5 shrink-0 items-center';

type SelectProps = Pick<Props, 'customers' | 'selection' | 'onSelect'>;

function SelectLoaded({ customers, selection, onSelect }: SelectProps) {
  const areAll = customers.every(({ external_id: id }) => isSelected(selection, id));
  const isSome = selection !== 'all' && selection.size > 0;
  return (
    <Checkbox
      aria-label={segmentText.selectShown}
      checked={areAll ? true : isSome ? 'indeterminate' : false}
      onCheckedChange={() => onSelect(areAll ? NOTHING : new Set(customers.map(({ external_id: id }) => id)))}
    />
  );
}

function SelectOne({ customer: { external_id: id }, customers, selection, onSelect }: SelectProps & { readonly customer: CustomerDto }) {
  const nameOf = useCustomerNames();
  const toggle = (): void => onSelect(toggled(selection, id, customers.map((each) => each.external_id))); // prettier-ignore
  return <Checkbox aria-label={segmentText.select(nameOf(id))} checked={isSelected(selection, id)} onCheckedChange={toggle} />;
}

/** Returns the visible rows of a list that scrolls with the page. */
function useVirtualRows(count: number) {
  const body = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => setScrollMargin((body.current?.getBoundingClientRect().top ?? 0) + scrollY), []);
  // The rule is for the React compiler, which this project does not use.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: leastHeight,
    overscan: 12,
    scrollMargin,
  });
  useEffect(() => {
    const measure = (): void => virtualizer.measure();
    PHONE.addEventListener('change', measure);
    return () => PHONE.removeEventListener('change', measure);
  }, [virtualizer]);
  return { body, virtualizer };
}
