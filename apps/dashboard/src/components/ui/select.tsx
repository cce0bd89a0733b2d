import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import { cn } from './class-names';
import { FIELD } from './input';

interface Props<Value extends string> {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  /** The name for screen readers. Leave it out if a label refers to `id`. */
  readonly label?: string;
  readonly id?: string;
  readonly className?: string;
  readonly disabled?: boolean;
}

export function Select<Value extends string>({ value, options, onChange, label, id, className, disabled }: Props<Value>) {
  return (
    <Primitive.Root value={value} onValueChange={(next) => onChange(next as Value)} disabled={disabled}>
      <Primitive.Trigger id={id} aria-label={label} className={cn(FIELD, 'flex items-center justify-between gap-2 text-left', className)}>
        <span className="truncate">
          <Primitive.Value />
        </span>
        <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={6}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-xl border border-line bg-raised p-1.5 shadow-lg"
        >
          <Primitive.Viewport>
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                className="flex cursor-default items-center justify-between gap-6 rounded-md px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-subtle"
              >
                <Primitive.ItemText>{option.label}</Primitive.ItemText>
                <Primitive.ItemIndicator>
                  <Check className="size-4 text-accent" aria-hidden />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
