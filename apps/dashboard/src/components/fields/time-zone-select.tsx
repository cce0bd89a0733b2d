import { useState } from 'react';
import { SearchSelect, type SearchSelectProps } from '../ui/search-select';
import { timeZoneChoices } from './time-zones';
import { fieldText } from './text';

/** Finds a time zone by a city, a country or its name. */
export function TimeZoneSelect(props: Omit<SearchSelectProps, 'choices' | 'noMatch'>) {
  const [choices] = useState(() => timeZoneChoices(props.value));
  return <SearchSelect {...props} choices={choices} noMatch={fieldText.noTimeZone} />;
}
