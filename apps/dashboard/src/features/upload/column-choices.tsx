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
    ...sample.header.map((name, place) => ({ value: String(place), label: labelOf(name, sample.rows[0]?.fields[place]) })),
  ];
  const choose = (column: (typeof MAPPED_COLUMNS)[number], value: string): void => {
    const { [column]: _, ...others } = mapping;
    onMapping(value === NONE ? others : { ...others, [column]: Number(value) });
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

const labelOf = (name: string, first: string | undefined): string =>
  first === undefined || first === '' ? name : `${name} (${first.slice(0, 24)})`;
