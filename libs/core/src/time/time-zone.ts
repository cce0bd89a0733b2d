/** The zone database of Node still leads by the old names of these places. Browsers send them too. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

const HIGHEST_OFFSETS = { '+': 12, '-': 14 } as const;

/** Canonical names by every accepted spelling in lower case. */
const ZONES = new Map<string, string>([...spellings()].map(([spelling, zone]) => [spelling.toLowerCase(), zone]));

/**
 * Reads the name of a time zone.
 *
 * Abbreviations and links such as AET, CST6CDT or US/Pacific are refused: programs know different ones, and some mean another clock
 * elsewhere. An offset such as +02:00 is refused, because it has no summer time.
 *
 * @param text a canonical IANA name in any case, or a name by which browsers still call such a zone
 * @returns the canonical name; null when there is none
 */
export const readTimeZone = (text: string): string | null => ZONES.get(text.toLowerCase()) ?? null;

function* spellings(): Generator<[spelling: string, zone: string]> {
  yield ['UTC', 'UTC'];
  yield ['Etc/UTC', 'UTC'];
  for (const [sign, highest] of Object.entries(HIGHEST_OFFSETS)) {
    for (let hours = 1; hours <= highest; hours++) yield [`Etc/GMT${sign}${hours}`, `Etc/GMT${sign}${hours}`];
  }
  for (const name of Intl.supportedValuesOf('timeZone')) {
    if (!name.includes('/')) continue;
    const zone = RENAMED[name] ?? name;
    yield [name, zone];
    yield [zone, zone];
  }
}
