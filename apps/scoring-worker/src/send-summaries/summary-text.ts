/** The numbers of a summary. */
export interface DayNumbers {
  /** Customers who entered high or critical risk and are still in it. */
  readonly entered: number;
}

export interface WeekNumbers extends DayNumbers {
  /** Lost customers who ordered again. */
  readonly cameBack: number;
  /** In whole units of the currency. */
  readonly atRisk: number;
  /** Change of it within the week. */
  readonly atRiskChange: number;
  readonly currency: string;
  /** Sendings of campaigns, and the customers they went to. */
  readonly sends: number;
  readonly recipients: number;
}

const count = (number: number, one: string, other: string): string => `${number.toLocaleString('en')} ${number === 1 ? one : other}`;
const customers = (number: number): string => count(number, 'customer', 'customers');

/** @param link to the list of these customers. @returns null when there is nothing to tell */
export const dailyText = ({ entered }: DayNumbers, link: string): string | null =>
  entered === 0 ? null : `*${customers(entered)}* entered high risk yesterday. <${link}|Show them>`;

/** Lists the week in Slack's markup. */
export function weeklyText(week: WeekNumbers, link: string): string {
  const money = (amount: number, sign: 'auto' | 'exceptZero'): string =>
    new Intl.NumberFormat('en', { style: 'currency', currency: week.currency, maximumFractionDigits: 0, signDisplay: sign }).format(amount);
  return [
    '*Your week*',
    `• ${customers(week.entered)} entered high risk and are still there`,
    `• ${customers(week.cameBack)} came back`,
    `• Revenue at risk: ${money(week.atRisk, 'auto')} (${money(week.atRiskChange, 'exceptZero')})`,
    week.sends === 0 ? '• No campaign was sent' : `• ${count(week.sends, 'campaign', 'campaigns')} sent to ${customers(week.recipients)}`,
    `<${link}|Open the dashboard>`,
  ].join('\n');
}
