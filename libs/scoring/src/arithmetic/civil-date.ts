const DAYS_PER_ERA = 146_097;
const DAYS_TO_EPOCH = 719_468;

/**
 * A UTC day number as "2026-11-21", in the proleptic Gregorian calendar.
 *
 * Source: H. Hinnant, "chrono-compatible low-level date algorithms" (civil_from_days), which counts years from March so that the leap
 * day is their last.
 */
export function toCivilDate(dayNumber: number): string {
  const shifted = dayNumber + DAYS_TO_EPOCH;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

const padded = (number: number, digits: number): string => `${number}`.padStart(digits, '0');
