import { type ChosenEncoding, type FileMapping, type FoundEncoding, REGIONAL_ENCODINGS, REGIONAL_NAMES } from '#libs/order-import';
import { FormField } from '../../../components/form-field';
import { Select } from '../../../components/ui/select';
import { text } from '../text';

const t = text.plan.encoding;
const OPTIONS = [
  ...REGIONAL_NAMES.map((value) => ({ value, label: `${REGIONAL_ENCODINGS[value]} (${value})` })),
  { value: 'utf-8' as const, label: t.damaged },
];

interface Props {
  readonly found: FoundEncoding;
  readonly mapping: FileMapping;
  readonly onMapping: (mapping: FileMapping) => void;
}

/** Shows how a file is decoded that is not Unicode, and lets its owner change it. */
export function EncodingChoice({ found: { name, words }, mapping, onMapping }: Props) {
  if (words.length === 0) return null;
  return (
    <FormField label={t.label} hint={t.hint(words)}>
      {({ id }) => (
        <Select<ChosenEncoding>
          id={id}
          value={name === 'utf-16le' || name === 'utf-16be' ? 'utf-8' : name}
          options={OPTIONS}
          onChange={(encoding) => onMapping({ ...mapping, encoding })}
        />
      )}
    </FormField>
  );
}
