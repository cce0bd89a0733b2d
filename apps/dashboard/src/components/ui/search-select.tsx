import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { cn } from './class-names';
import { FIELD } from './input';
import { type Choice, searchChoices } from './search-choices';

export interface SearchSelectProps {
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string) => void;
  /** Shown when nothing fits what was typed. */
  readonly noMatch: string;
  readonly className?: string;
  readonly id?: string;
  readonly 'aria-labelledby'?: string;
  readonly 'aria-invalid'?: true | undefined;
  readonly 'aria-describedby'?: string | undefined;
}

/** A field that finds one of many choices by typing. Only a choice can be its value: other text is dropped. */
export function SearchSelect({ value, choices, onChange, noMatch, className, ...wiring }: SearchSelectProps) {
  const [isOpen, setOpen] = useState(false);
  // Null while the user is not typing; the field then shows the chosen value.
  const [query, setQuery] = useState<string | null>(null);
  const highlighted = useRef<Choice>(undefined);
  const found = useMemo(() => searchChoices(choices, query ?? ''), [choices, query]);
  const chosen = choices.find((choice) => choice.value === value) ?? null;
  const choose = (choice: Choice | null | undefined): void => {
    if (choice !== null && choice !== undefined) onChange(choice.value);
  };
  return (
    <Combobox.Root<Choice>
      items={choices}
      filteredItems={found}
      value={chosen}
      onValueChange={choose}
      inputValue={query ?? chosen?.label ?? value}
      onInputValueChange={(typed, { reason }) => setQuery(reason === 'input-change' ? typed : null)}
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        if (!open) setQuery(null);
      }}
      onItemHighlighted={(choice) => {
        highlighted.current = choice;
      }}
      autoHighlight
    >
      <Combobox.InputGroup className={cn('relative h-9', className)}>
        <Combobox.Input
          {...wiring}
          className={cn(FIELD, 'h-full pr-9')}
          autoCapitalize="none"
          spellCheck={false}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={() => isOpen || setQuery(null)}
          onKeyDown={({ key }) => {
            // The Tab key takes the choice that typing has highlighted, like Enter.
            if (key === 'Tab' && isOpen && query !== null) choose(highlighted.current);
          }}
        />
        <Combobox.Icon className="pointer-events-none absolute inset-y-0 right-3 flex items-center">
          <ChevronsUpDown className="size-4 text-muted" aria-hidden />
        </Combobox.Icon>
      </Combobox.InputGroup>
      <ChoiceList noMatch={noMatch} />
    </Combobox.Root>
  );
}

function ChoiceList({ noMatch }: Pick<SearchSelectProps, 'noMatch'>) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={6} className="z-50">
        <Combobox.Popup className="max-h-[min(20rem,var(--available-height))] w-(--anchor-width) max-w-(--available-width) min-w-64 overflow-y-auto overscroll-contain rounded-xl border border-line bg-raised p-1.5 shadow-lg">
          <Combobox.Empty className="px-2.5 py-1.5 text-sm text-muted empty:p-0">{noMatch}</Combobox.Empty>
          <Combobox.List>
            {(choice: Choice) => (
              <Combobox.Item
                key={choice.value}
                value={choice}
                className="flex cursor-default items-baseline gap-3 rounded-md px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-subtle"
              >
                <span className="min-w-0 grow">{choice.label}</span>
                {choice.detail !== undefined && <span className="shrink-0 text-xs text-muted">{choice.detail}</span>}
                <Combobox.ItemIndicator className="self-center">
                  <Check className="size-4 text-accent" aria-hidden />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
