import { useState } from 'react';
import { FormField } from '../../components/form-field';
import { Input } from '../../components/ui/input';
import { dayOf } from './search';

interface Props {
  readonly label: string;
  /** `2026-11-21` */
  readonly day: string | undefined;
  /** The days that can be chosen. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

/** Applies a day as soon as it is complete. While a year is typed, the field holds years such as 0002, which filter nothing. */
export function DayFilter({ label, day, min, max, onChange }: Props) {
  const [applied, setApplied] = useState(day);
  const [typed, setTyped] = useState(day ?? '');
  if (applied !== day) {
    setApplied(day);
    setTyped(day ?? '');
  }
  return (
    <div className="sm:w-40">
      <FormField label={label}>
        {(wiring) => (
          <Input
            {...wiring}
            type="date"
            value={typed}
            min={min}
            max={max}
            onChange={({ target }) => {
              setTyped(target.value);
              if (target.value === '' || dayOf(target.value) !== undefined) onChange(dayOf(target.value));
            }}
          />
        )}
      </FormField>
    </div>
  );
}
