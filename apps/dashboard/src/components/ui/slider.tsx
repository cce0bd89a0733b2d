import { Slider as Primitive } from 'radix-ui';

interface Props {
  /** In rising order; the slider has a thumb for each. */
  readonly values: readonly number[];
  /** Names of the thumbs, for screen readers. */
  readonly labels: readonly string[];
  readonly onChange: (values: readonly number[]) => void;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly disabled?: boolean;
}

/** A slider with one or more values. No thumb passes another. */
export function Slider({ values, labels, onChange, min, max, step, disabled }: Props) {
  return (
    <Primitive.Root
      value={[...values]}
      onValueChange={onChange}
      min={min}
      max={max}
      step={step}
      minStepsBetweenThumbs={1}
      disabled={disabled ?? false}
      className="relative flex h-6 w-full touch-none items-center select-none data-disabled:opacity-60"
    >
      <Primitive.Track className="relative h-1.5 grow rounded-full bg-line" />
      {labels.map((label) => (
        <Primitive.Thumb
          key={label}
          aria-label={label}
          className="block size-6 rounded-full border-2 border-accent bg-surface shadow-sm focus-visible:outline-offset-2"
        />
      ))}
    </Primitive.Root>
  );
}
