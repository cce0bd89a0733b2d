const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'pl'];
const LENGTHS = ['long', 'short'] as const;
const MONTHS = Array.from({ length: 12 }, (_, month) => month + 1);

/** Reduces "févr." and "Fevr" to the same text. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{Ll}]+/gu, '');

let known: ReadonlyMap<string, number> | null = null;

/** Returns the number of a month, 1 to 12, by its name or usual abbreviation in the languages above; `null` for any other word. */
export function monthOf(name: string): number | null {
  known ??= new Map(
    LANGUAGES.flatMap((language) => LENGTHS.flatMap((length) => MONTHS.map((month) => [nameOf(month, language, length), month]))),
  );
  return known.get(plain(name)) ?? null;
}

/** The name of a month in a date with a day: some languages inflect it. */
function nameOf(month: number, language: string, length: 'long' | 'short'): string {
  const parts = new Intl.DateTimeFormat(language, { day: 'numeric', month: length, timeZone: 'UTC' }).formatToParts(
    Date.UTC(2024, month - 1, 1),
  );
  return plain(parts.find(({ type }) => type === 'month')?.value ?? '');
}
