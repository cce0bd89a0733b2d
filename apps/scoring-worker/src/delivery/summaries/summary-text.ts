/** The numbers of a day. */
export interface DayNumbers {
  /** Customers who entered high or critical risk and are still in it. */
  readonly entered: number;
}

/** @param link to the list of these customers. @returns null when there is nothing to tell */
export function dailyText({ entered }: DayNumbers, link: string): string | null {
  if (entered === 0) return null;
  return `*${entered.toLocaleString('en')} ${entered === 1 ? 'customer' : 'customers'}* entered high risk yesterday. <${link}|Show those of the last 7 days>`;
}

/** Lists the sentences of a week in Slack's markup. @param lines as `digestLines` returns them */
export const weeklyText = (lines: readonly string[], link: string): string =>
  ['*Your week*', ...lines.map((line) => `• ${line}`), `<${link}|Open the dashboard>`].join('\n');
