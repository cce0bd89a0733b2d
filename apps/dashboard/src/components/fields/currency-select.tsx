import { useState } from 'react';
import { SearchSelect, type SearchSelectProps } from '../ui/search-select';
import { currencyChoices } from './currencies';
import { fieldText } from './text';

/** Finds a currency by its name, code, sign or a country. */
export function CurrencySelect(props: Omit<SearchSelectProps, 'choices' | 'noMatch'>) {
  const [choices] = useState(() => currencyChoices(props.value));
  return <SearchSelect {...props} choices={choices} noMatch={fieldText.noCurrency} />;
}
