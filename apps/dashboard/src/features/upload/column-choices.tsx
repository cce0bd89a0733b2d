import { type ColumnMapping, MAPPED_COLUMNS } from '#libs/order-import';
import { FormField } from '../../components/form-field';
import { Select } from '../../components/ui/select';
import type { Sample } from './sample';
import { text } from './text';

const t = text.plan;
const NONE = 'none';

interface Props {
  readonly sample: Sample;
  readonly mapping: ColumnMapping;
  readonly onMapping: (mapping: ColumnMapping) => void;
}

/** Lets the reader say which column is which. */
export function ColumnChoices({ sample, mapping, onMapping }: Props) {
  const options = [
    { value: NONE, label: t.noColumn },
    ...sample.header.map((_, place) => ({ value: String(place), label: labelOf(nameAt(sample.header, place), firstOf(sample, place)) })),
  ];
  const choose = (column: (typeof MAPPED_COLUMNS)[number], value: string): void => {
    const place = value === NONE ? null : Number(value);
    // A column has one meaning: a second one takes it from the first.
    const others = Object.fromEntries(Object.entries(mapping).filter(([name, taken]) => name !== column && taken !== place));
    onMapping(place === null ? others : { ...others, [column]: place });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {MAPPED_COLUMNS.map((column) => (
        <FormField key={column} label={t.columns[column]}>
          {({ id }) => (
            <Select id={id} value={String(mapping[column] ?? NONE)} options={options} onChange={(value) => choose(column, value)} />
          )}
        </FormField>
      ))}
    </div>
  );
}

/** Returns the name of a column, with its number when it has no name of its own. */
function nameAt(header: readonly string[], place: number): string {
  const name = header[place]?.trim() ?? '';
  if (name === '') return t.unnamed(place + 1);
  return header.filter((other) => other.trim() === name).length > 1 ? t.numbered(name, place + 1) : name;
}

const firstOf = ({ rows }: Sample, place: number): string | undefined =>
  rows.map(({ fields }) => fields[place]?.trim()).find((field) => field !== undefined && field !== '');

const labelOf = (name: string, first: string | undefined): string => (first === undefined ? name : `${name} (${first.slice(0, 24)})`);
