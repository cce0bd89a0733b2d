import { type ContactFindings, RANKINGS } from '../contacts/evaluate-contacts.js';
import type { Section } from './result-sections.js';
import { decimals, textTable, whole } from './text-table.js';

const METHOD =
  "The public e-mail test of K. Hillstrom (MineThatData, 2008): 64,000 customers, a third each with a mail about women's clothes, about men's, or none. One half teaches, the other is ranked. Qini is the area that a ranking gains over a random one, as a share of what mailing all brings (± standard deviation). Few orders decide the money, so its rows are mostly noise.";

/** Compares the customers that the contact value finds with those of other rankings. */
export function contactSections(findings: ContactFindings | null): Section[] {
  if (findings === null) return [];
  return [
    { kind: 'shop', name: 'Contacts', text: METHOD },
    { kind: 'table', markdown: qiniTable(findings) },
    { kind: 'table', markdown: simulatedTable(findings) },
    { kind: 'table', markdown: contactedTable(findings) },
  ];
}

/** The section of the page. */
export const contactSummary = (findings: ContactFindings): string =>
  [
    METHOD,
    qiniTable(findings),
    falseGroupsLine(findings),
    simulatedLine(findings),
    simulatedTable(findings),
    contactedLine(findings),
    contactedTable(findings),
  ].join('\n\n');

/** The tables for the terminal. */
export const contactTables = (findings: ContactFindings): string =>
  [qiniTable(findings), falseGroupsLine(findings), simulatedTable(findings), contactedTable(findings)].join('\n\n');

const simulatedLine = ({ simulated: { shops, size } }: ContactFindings): string =>
  `Simulated shops with known effects (${shops} of each kind, ${whole(size)} customers chosen). "Found" compares the extra orders with those of a ranking by the truth. "Wrong" shops report a group as helped or harmed that is not.`;

const falseGroupsLine = ({ falseGroups: { runs, helped } }: ContactFindings): string =>
  `Customers without a mail, divided at random ${runs} times as if half of them had got one: ${helped} times (${share(helped / runs)}) a group was reported as helped.`;

const qiniTable = ({ results }: ContactFindings): string =>
  textTable(
    ['mail, outcome', ...RANKINGS],
    results.map(({ mail, outcome, rankings }) => [
      `${mail}, ${outcome}`,
      ...RANKINGS.map((name) => `${decimals(rankings[name].mean, 3)} ± ${decimals(rankings[name].deviation, 3)}`),
    ]),
  );

const simulatedTable = ({ simulated }: ContactFindings): string =>
  textTable(
    ['planted effect', 'found', 'Coffee helped', 'Coffee harmed', 'wrong', 'contact value above 0', 'intervals that hold'],
    simulated.results.map(({ planted, found, coffeeHelped, coffeeHarmed, wrong, worth, covered }) => [
      planted,
      found === null ? '–' : share(found),
      ...[coffeeHelped, coffeeHarmed, wrong, worth, covered].map((each) => share(each)),
    ]),
  );

const contactedLine = ({ contacted: { shops, customers } }: ContactFindings): string =>
  `Simulated shops (${shops} of each kind, ${whole(customers)} customers) with a monthly campaign. "Bias" is the mean score of its control group less the true chance of no order, in points. "Loss" is its log-loss beyond that of the true chances. In brackets: a score that ignores contacts.`;

const contactedTable = ({ contacted }: ContactFindings): string =>
  textTable(
    ['contacted, %', 'extra orders, %', 'bias', 'loss'],
    contacted.results.map(({ contacted: part, uplift, bias, biasUnaware, error, loss, lossUnaware }) => [
      whole(100 * part),
      whole(100 * uplift),
      `${decimals(bias, 2)} ± ${decimals(error, 2)} (${decimals(biasUnaware, 2)})`,
      `${decimals(loss, 4)} (${decimals(lossUnaware, 4)})`,
    ]),
  );

const share = (value: number): string => `${decimals(100 * value, 1)} %`;
