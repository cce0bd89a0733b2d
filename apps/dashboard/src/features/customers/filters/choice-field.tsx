import { Select } from '../../../components/ui/select';

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** A list of choices with its label. */
export const ChoiceField = ({ label, value, options, onChange }: ChoiceProps) => (
  <div className="grid gap-1.5">
    <span className="text-sm font-medium" aria-hidden>
      {label}
    </span>
    <Select label={label} value={value} options={options} onChange={onChange} />
  </div>
);
