import { SERIES_MEANINGS, type SeriesMeaning, type Understanding, withAnswers } from '#libs/order-import';
import type { FileMapping } from '#libs/order-import';
import { FormField } from '../../../components/form-field';
import { Select } from '../../../components/ui/select';
import { text } from '../text';

const t = text.plan;
const MEANINGS = SERIES_MEANINGS.map((value) => ({ value, label: text.questions.numbers[value] }));

interface Props {
  readonly found: Understanding;
  readonly onMapping: (mapping: FileMapping) => void;
}

/** Lists the order numbers that were taken for returns, and lets the owner say what they are. Open questions stand elsewhere. */
export function NumberChoices({ found: { series, mapping }, onMapping }: Props) {
  const decided = mapping.numbers ?? {};
  const listed = series.flatMap(({ name, numbers, example, meaning }) => {
    const taken = decided[name] ?? meaning;
    return taken === 'unknown' || (taken === 'orders' && decided[name] === undefined) ? [] : [{ name, numbers, example, taken }];
  });
  if (listed.length === 0) return null;
  return (
    <section aria-label={t.numbers} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {listed.map(({ name, numbers, example, taken }) => (
        <FormField key={name} label={t.numbersSuchAs(example, numbers)}>
          {({ id }) => (
            <Select<SeriesMeaning>
              id={id}
              value={taken}
              options={MEANINGS}
              onChange={(next) => onMapping(withAnswers(mapping, { numbers: { [name]: next } }))}
            />
          )}
        </FormField>
      ))}
    </section>
  );
}
