import { CHOSEN_FIELDS, type ChosenField, type FileMapping, type Understanding } from '#libs/order-import';
import { FormField } from '../../../components/form-field';
import { Select } from '../../../components/ui/select';
import { columnName, withColumn } from '../plan';
import type { Sample } from '../sample';
import { text } from '../text';

const t = text.plan;
const NONE = 'none';

interface Props {
  readonly sample: Sample;
  readonly found: Understanding;
  readonly onMapping: (mapping: FileMapping) => void;
}

/** Lets the reader say which column is which. */
export function ColumnChoices({ sample, found, onMapping }: Props) {
  const { header } = sample;
  const options = [
    { value: NONE, label: t.noColumn },
    ...header.map((_, place) => ({ value: String(place), label: labelOf(nameAt(header, place), firstOf(sample, place)) })),
  ];
  const choose = (field: ChosenField, value: string): void =>
    onMapping(withColumn(found.mapping, field, value === NONE ? null : columnName(header, Number(value))));
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {CHOSEN_FIELDS.map((field) => (
        <FormField key={field} label={t.columns[field]}>
          {({ id }) => (
            <Select
              id={id}
              value={String(found.plan.columns.placesOf(field)[0] ?? NONE)}
              options={options}
              onChange={(value) => choose(field, value)}
            />
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
