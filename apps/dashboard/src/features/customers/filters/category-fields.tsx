import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '../../../shared/categories/queries';
import { text as t } from '../text';
import { ChoiceField } from './choice-field';

const NONE = 'none';
/** Values of categories begin with a colon, so no category is mistaken for `NONE`. */
const valueOf = (name: string | undefined): string => (name === undefined ? NONE : `:${name}`);
const categoryIn = (value: string): string | undefined => (value === NONE ? undefined : value.slice(1));

interface Props {
  readonly bought: string | undefined;
  readonly neverBought: string | undefined;
  readonly onBought: (bought: string | undefined) => void;
  readonly onNeverBought: (neverBought: string | undefined) => void;
}

/** Filters by category. Renders nothing in a shop without items. */
export function CategoryFields({ bought, neverBought, onBought, onNeverBought }: Props) {
  const { data } = useQuery(categoriesQuery);
  const known = data?.data.map(({ category }) => category) ?? [];
  const names = [...new Set([bought, neverBought, ...known])].filter((name) => name !== undefined);
  if (names.length === 0) return null;
  const options = names.map((name) => ({ value: valueOf(name), label: name }));
  return (
    <>
      <ChoiceField
        label={t.bought}
        value={valueOf(bought)}
        options={[{ value: NONE, label: t.anyCategory }, ...options]}
        onChange={(value) => onBought(categoryIn(value))}
      />
      <ChoiceField
        label={t.neverBought}
        value={valueOf(neverBought)}
        options={[{ value: NONE, label: t.noCategory }, ...options]}
        onChange={(value) => onNeverBought(categoryIn(value))}
      />
    </>
  );
}
