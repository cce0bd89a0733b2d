import { toCivilDate, type QualityReport, type Replay } from '#libs/scoring';
import type { ShopFindings } from './findings.js';
import type { OwnerFindings } from '../owner/owner-findings.js';
import { CONNECTED_METHOD, connectedTable } from './connected-table.js';
import { decilesTable, lifecycleTable, nextOrderText, ownersTable, ratiosText, reasonsTable, topTable } from './owner-tables.js';
import { manyShopsTable, meansTable, shopLine, smallAgainstTable, smallTable, tasksTable } from './result-tables.js';
import { qualityPlots } from './svg-plots.js';
import { BASE_RATE } from '../methods/baseline-methods.js';
import { MBG, PRODUCTION } from '../methods/model-methods.js';

/** A part of a report: what it is about, in Markdown, in one of the forms below. */
export type Section =
  | { readonly kind: 'shop'; readonly name: string; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'table'; readonly markdown: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'plots'; readonly name: string; readonly svg: string };

const PLOTTED = [PRODUCTION, MBG, 'recency alone', 'RFM quintiles', BASE_RATE];

/** Everything there is to say of real shops, and how the simulated ones compare with each other. */
export function sectionsOf(shops: readonly ShopFindings[]): Section[] {
  const evaluated = shops.filter(({ result }) => result.tasks.length > 0);
  const real = evaluated.filter(({ result }) => !result.shop.simulated);
  return [...real.flatMap(sectionsOfShop), ...sectionsOfSimulated(evaluated.filter(({ result }) => result.shop.simulated))];
}

/** Writes one line for each shop: there are many, and each is only a guess at what real shops are like. */
function sectionsOfSimulated(shops: readonly ShopFindings[]): Section[] {
  if (shops.length === 0) return [];
  const small = shops.filter((shop) => shop.small.length > 0);
  return [
    { kind: 'shop', name: 'Simulated shops', text: SIMULATED },
    { kind: 'heading', text: 'Log-loss' },
    { kind: 'table', markdown: manyShopsTable(shops.map(({ result }) => result)) },
    { kind: 'heading', text: 'Reasons and money' },
    {
      kind: 'table',
      markdown: ownersTable(shops.flatMap(({ result, owner }) => (owner === null ? [] : [{ name: result.shop.name, owner }]))),
    },
    ...(small.length === 0
      ? []
      : [
          { kind: 'heading', text: 'Small tenants drawn from them: log-loss of the score against the best other' } as const,
          {
            kind: 'table',
            markdown: smallAgainstTable(small.map((shop) => ({ name: shop.result.shop.name, results: shop.small }))),
          } as const,
        ]),
  ];
}

const SIMULATED =
  'Their parameters are guesses, written down in `bench/quality/src/shops/peculiar-shops.ts` before any model was run on them. The question is where a score does harm: where it is worse than MBG/NBD alone, or badly calibrated';

/** Everything there is to say of a shop. */
function sectionsOfShop({ result, small, replay, owner }: ShopFindings): Section[] {
  const { shop, methods } = result;
  const production = methods.find(({ name }) => name === PRODUCTION);
  const plotted = PLOTTED.flatMap((name) => methods.filter((method) => method.name === name));
  return [
    { kind: 'shop', name: shop.name, text: shopLine(result) },
    { kind: 'table', markdown: meansTable(result) },
    { kind: 'heading', text: 'Connected with 60 days' },
    { kind: 'text', text: CONNECTED_METHOD },
    { kind: 'table', markdown: connectedTable([result]) },
    { kind: 'plots', name: shop.name, svg: qualityPlots(plotted) },
    ...(production === undefined
      ? []
      : [
          { kind: 'heading', text: 'The score, task by task' } as const,
          { kind: 'table', markdown: tasksTable(result, production) } as const,
        ]),
    ...(small.length === 0
      ? []
      : [
          { kind: 'heading', text: 'Small tenants drawn from it: log-loss' } as const,
          { kind: 'table', markdown: smallTable(small) } as const,
        ]),
    { kind: 'heading', text: 'The report that its merchant would see' },
    { kind: 'text', text: replayText(replay) },
    ...(owner === null ? [] : sectionsOfOwner(owner)),
  ];
}

/** Returns what the owner of a shop would have read, and what came of it. */
function sectionsOfOwner(owner: OwnerFindings): Section[] {
  const { money, reasons } = owner;
  return [
    { kind: 'heading', text: 'Reasons, lifecycle and money' },
    { kind: 'table', markdown: reasonsTable(owner) },
    ...reasons.faults.slice(0, MOST_FAULTS).map((text): Section => ({ kind: 'text', text: `Fault: ${text}` })),
    { kind: 'table', markdown: lifecycleTable(owner) },
    ...(owner.nextOrder === null ? [] : [{ kind: 'text', text: nextOrderText(owner.nextOrder) } as const]),
    ...(money === null
      ? []
      : [
          { kind: 'text', text: ratiosText(money) } as const,
          { kind: 'table', markdown: decilesTable(money) } as const,
          { kind: 'table', markdown: topTable(money) } as const,
        ]),
  ];
}

const MOST_FAULTS = 3;

/** The same for the terminal. */
export const ownerText = (owner: OwnerFindings): string =>
  sectionsOfOwner(owner)
    .flatMap((section) => (section.kind === 'table' ? [section.markdown] : section.kind === 'text' ? [section.text] : []))
    .join('\n\n');

/** The quality report of a shop in words. */
export function replayText({ report, origin, startsInMidLife }: Replay): string {
  const midLife = startsInMidLife
    ? ' The log seems to begin in the middle of the shop’s life: early customers look newer than they are.'
    : '';
  return `Replayed from ${toCivilDate(origin)}: ${reportText(report)}${midLife}`;
}

function reportText(report: QualityReport): string {
  if (report.kind === 'not_enough_history') {
    return `not enough history (${report.stayedAway} customers stayed away, ${report.returned} returned; 50 of each are needed).`;
  }
  const { baseline, bands } = report;
  const promises = bands
    .filter(({ n }) => n > 0)
    .map(({ label, promised, observed, n }) => `${label} promised ${share(promised)}, observed ${share(observed)} (${n})`);
  return [
    `**${report.quality}**, AUC ${report.auc.toFixed(3)} (active customers ${report.aucActive?.toFixed(3) ?? '–'}, `,
    `days since the last order alone ${baseline.recencyOnlyAuc.toFixed(3)}), Brier ${report.brier.toFixed(3)} `,
    `(the rule "gone after H days" ${baseline.rule.brier.toFixed(3)}), ${report.n} customers. Labels: ${promises.join('; ')}.`,
  ].join('');
}

const share = (value: number | null): string => (value === null ? '–' : value.toFixed(2));
