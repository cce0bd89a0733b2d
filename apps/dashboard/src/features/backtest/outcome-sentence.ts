import { text as t } from './text';

interface Outcome {
  readonly stayed: number;
  readonly back: number;
  readonly days: number;
  /** The money that those who came back spent, as a text. */
  readonly money: string;
  readonly number: (value: number) => string;
}

/** Says what the customers of the list did. A sentence about none, or about one, reads differently. */
export function outcomeSentence({ stayed, back, days, money, number }: Outcome): string {
  if (back === 0) return t.onlyStayed(stayed, days);
  if (stayed === 0) return t.onlyBack(back, days, money);
  return t.both(number(stayed), days, number(back), money);
}
