import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { FIT_VERSION } from '#libs/scoring';
import type { BehaviourResult } from '../behaviour/evaluate-behaviour.js';
import { behaviourSummary } from './behaviour-sections.js';
import { contactSummary } from './contact-sections.js';
import type { ContactFindings } from '../contacts/evaluate-contacts.js';
import type { ShopFindings } from './findings.js';
import { toHtml } from './html-report.js';
import { CONNECTED_METHOD, connectedTable } from './connected-table.js';
import { nextOrdersTable, ownersTable } from './owner-tables.js';
import type { Section } from './result-sections.js';
import { manyShopsTable, smallAgainstTable } from './result-tables.js';

export interface PageFacts {
  readonly now: Date;
  readonly command: string;
}

/** Everything that was evaluated: the findings for the page, and the sections for the full report. */
export interface Evaluated {
  readonly shops: readonly ShopFindings[];
  readonly behaviour: readonly BehaviourResult[];
  readonly contacts: ContactFindings | null;
  readonly sections: readonly Section[];
}

/** The report with all tables. It is not committed. */
const FULL_REPORT = '.data/evaluate/report.html';

/** Writes docs/prediction-quality.md, the plots that it shows, and the full report. @returns the files written */
export async function keepPage(root: string, evaluated: Evaluated, facts: PageFacts): Promise<string[]> {
  const page = join(root, 'docs/prediction-quality.md');
  const full = join(root, FULL_REPORT);
  await mkdir(join(root, 'docs/images'), { recursive: true });
  await mkdir(join(full, '..'), { recursive: true });
  const plots = evaluated.sections.filter((section) => section.kind === 'plots');
  for (const { name, svg } of plots) await writeFile(join(root, 'docs', imageOf(name)), `${svg}\n`);
  await writeFile(page, toPage(evaluated, facts));
  await writeFile(full, toHtml(evaluated.sections, aboutOf(facts)));
  return [page, ...plots.map(({ name }) => join(root, 'docs', imageOf(name))), full];
}

const GIB = 2 ** 30;

/** Names the machine of an evaluation. It decides how long the evaluation takes, and not what it finds. */
const machine = (): string => `${cpus().length} cores, ${(totalmem() / GIB).toFixed(0)} GiB`;

/** Names the day and the command of an evaluation. */
export const aboutOf = ({ now, command }: PageFacts): string => `${now.toISOString().slice(0, 10)}: ${command}`;

const imageOf = (name: string): string => `images/prediction-quality-${name.replaceAll(/[^a-zA-Z0-9]+/g, '-').toLowerCase()}.svg`;

function toPage({ shops, behaviour, contacts, sections }: Evaluated, { now, command }: PageFacts): string {
  const evaluated = shops.filter(({ result }) => result.tasks.length > 0);
  const owners = evaluated.flatMap(({ result, owner }) => (owner === null ? [] : [{ name: result.shop.name, owner }]));
  const small = evaluated.filter((shop) => shop.small.length > 0);
  const plots = sections.filter((section) => section.kind === 'plots');
  return `${[
    `# Prediction quality`,
    `Written by \`npm run evaluate -- --keep\` on ${now.toISOString().slice(0, 10)} for fit ${FIT_VERSION} (${machine()}); do not edit. All tables are in \`${FULL_REPORT}\`. [What a score means](scoring.md#how-good-is-it) says it in plain words.`,
    `\`\`\`sh\n${command}\n\`\`\``,
    METHOD,
    `## Log-loss of the score and of its rivals`,
    manyShopsTable(evaluated.map(({ result }) => result)),
    ...plots.map(({ name }) => `![${name}: reliability and cumulative gains](${imageOf(name)})`),
    '## Connected with 60 days',
    CONNECTED_METHOD,
    connectedTable(evaluated.map(({ result }) => result)),
    ...(owners.length === 0 ? [] : ['## Reasons, money and the next order', OWNERS, ownersTable(owners), nextOrdersTable(owners)]),
    ...(small.length === 0
      ? []
      : ['## Small shops', SMALL, smallAgainstTable(small.map((shop) => ({ name: shop.result.shop.name, results: shop.small })))]),
    ...(behaviour.length === 0 ? [] : ['## Behaviour', behaviourSummary(behaviour)]),
    ...(contacts === null ? [] : ['## Contacts', contactSummary(contacts)]),
  ].join('\n\n')}\n`;
}

const METHOD = `## How it is measured

- Standing at the end of a day: who places no order within the horizon after it? Everybody with an order by then is evaluated. Neither the fit
  nor the score sees anything later.
- "production" is the score. It is compared with its parts, and with the share of the last horizon for everybody ("base rate").
- **AUC** says how often a customer who stayed away had the higher score (0.5 is chance). **Log-loss** punishes confident errors; less is
  better. **ECE** is the mean distance between promised and observed shares. All are means over horizons and days.
- **apparel_sim** was simulated by its authors. It shows that nothing breaks, not how good the score is.`;

const OWNERS =
  'Every number of a sentence is compared with the order log; "faults" are sentences that disagree. "Expected/actual" is the revenue of the horizon. The last columns say how many of the first 100 by revenue at risk, and by score × spend, ordered in it.';

const SMALL = 'Log-loss of the score against the best of its rivals, for shops with that many customers drawn from the log.';
