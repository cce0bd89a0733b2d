import { Progress as Primitive } from 'radix-ui';

/** @param value from 0 to 1; null when the total is not known. */
export function Progress({ label, value }: { readonly label: string; readonly value: number | null }) {
  return (
    <Primitive.Root
      aria-label={label}
      value={value === null ? null : Math.round(value * 100)}
      className="h-2.5 overflow-hidden rounded-full bg-subtle"
    >
      <Primitive.Indicator
        className={`h-full rounded-full bg-accent transition-[width] ${value === null ? 'w-1/4 animate-pulse' : ''}`}
        style={value === null ? undefined : { width: `${value * 100}%` }}
      />
    </Primitive.Root>
  );
}
