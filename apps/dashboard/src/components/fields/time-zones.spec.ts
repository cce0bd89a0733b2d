import { searchChoices } from '../ui/search-choices';
import { timeZoneChoices } from './time-zones';

describe('the time zones to choose from', () => {
  const choices = timeZoneChoices('UTC');

  it.each([
    ['Berlin', 'Europe/Berlin'],
    ['munich', 'Europe/Berlin'],
    ['koln', 'Europe/Berlin'],
    ['switzerland', 'Europe/Zurich'],
    ['Europe/Zurich', 'Europe/Zurich'],
    ['san francisco', 'America/Los_Angeles'],
    ['new york', 'America/New_York'],
    ['utc', 'UTC'],
  ])('begin with the right one for %j', (query, zone) => {
    expect(searchChoices(choices, query)[0]?.value).toBe(zone);
  });

  it('are found by the newest name of a city and by the name that browsers know', () => {
    const found = (query: string): string[] => searchChoices(choices, query).map(({ value }) => value);
    expect(found('Kyiv')).toEqual(found('Kiev'));
    expect(found('Kyiv')).toHaveLength(1);
  });

  it('have different labels, and include the present one, whatever its name', () => {
    expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length);
    expect(timeZoneChoices('Etc/GMT+5').map(({ value }) => value)).toContain('Etc/GMT+5');
  });

  it('are all shown while nothing is typed, and none for what is no place', () => {
    expect(searchChoices(choices, ' ')).toEqual(choices);
    expect(searchChoices(choices, 'Atlantis')).toEqual([]);
  });
});
