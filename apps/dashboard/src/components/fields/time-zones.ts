import { rawTimeZones } from '@vvo/tzdb';
import type { Choice } from '../ui/search-choices';

const UTC: Choice = { value: 'UTC', label: 'UTC', words: ['Coordinated Universal Time', 'GMT', 'Etc/UTC'] };

/** Facts by every name of a zone: browsers still write Europe/Kiev where the newest database has Europe/Kyiv. */
const FACTS = new Map(rawTimeZones.flatMap((zone) => zone.group.map((name) => [name, zone] as const)));

/** Returns the time zone of the browser; null when it knows none by a usual name. */
export function browserTimeZone(): string | null {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return Intl.supportedValuesOf('timeZone').includes(timeZone) ? timeZone : null;
}

/**
 * Returns UTC and the time zones that the browser knows, and the current one, sorted by city. People also find them by country, other large cities,
 * and the name of the zone ("Munich", "Germany", "Central European Time").
 */
export function timeZoneChoices(present: string): Choice[] {
  const names = Intl.supportedValuesOf('timeZone').filter((name) => name !== UTC.value);
  const all = names.includes(present) || present === UTC.value ? names : [...names, present];
  return [UTC, ...all.map(choiceOf).toSorted((a, b) => a.label.localeCompare(b.label, 'en'))];
}

function choiceOf(name: string): Choice {
  const facts = FACTS.get(name);
  const city = name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return {
    value: name,
    label: facts === undefined || facts.countryName === city ? city : `${city}, ${facts.countryName}`,
    words: facts === undefined ? [] : [...facts.group, ...facts.mainCities, facts.alternativeName],
  };
}
