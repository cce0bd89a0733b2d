import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FIT_VERSION } from '#libs/scoring';
import type { Section } from './result-sections.js';
import { textTable } from './text-table.js';

export interface PageFacts {
  readonly now: Date;
  readonly command: string;
}

/** Writes docs/prediction-quality.md and the plots that it shows. @returns the files written */
export async function keepPage(root: string, sections: readonly Section[], facts: PageFacts): Promise<string[]> {
  const page = join(root, 'docs/prediction-quality.md');
  await mkdir(join(root, 'docs/images'), { recursive: true });
  const plots = sections.filter((section) => section.kind === 'plots');
  for (const { name, svg } of plots) await writeFile(join(root, 'docs', imageOf(name)), `${svg}\n`);
  await writeFile(page, toPage(sections, facts));
  return [page, ...plots.map(({ name }) => join(root, 'docs', imageOf(name)))];
}

const imageOf = (name: string): string => `images/prediction-quality-${name.replaceAll(/[^a-zA-Z0-9]+/g, '-').toLowerCase()}.svg`;

function toPage(sections: readonly Section[], { now, command }: PageFacts): string {
  return `# Prediction quality

Written by \`npm run evaluate -- --keep\`; do not edit. What the numbers mean to a merchant stands in [scoring.md](scoring.md).

${textTable(
  ['Date', now.toISOString().slice(0, 10)],
  [
    ['Fit', FIT_VERSION],
    ['Command', `\`${command}\``],
  ],
)}

${METHOD}
${sections.map(toMarkdown).join('\n\n')}
`;
}

const METHOD = `## How it is measured

- **Rolling origin.** For each horizon H, standing at the end of day C = last day − H − j · max(H, a tenth of the log), j = 0, 1, 2: who
  places no order on the days C + 1 to C + H? Everybody with an order by C is evaluated; nothing after C is seen, also not by the fit.
- **The code of the service.** Orders become order days, models are fitted and customers scored by \`libs/scoring\`, as the worker does it.
  An order of value 0 does not count. Refunds are not netted: at C they are not known yet.
- **Compared with** the rungs below the score, the models of the literature with a prior as wide, and what shops do without a model: one
  number for everybody (the share of the last horizon), days since the last order alone (logistic regression on their logarithm, learned
  from the last horizon), the rule "gone after H days", and quintiles of recency, frequency and money read as a probability.
- **AUC**: how often somebody who stayed away had the higher score (½ is chance). **Brier** and **log-loss**: mean squared and logarithmic
  error of the probability, clipped to 0.0001 … 0.9999. **ECE**: mean distance of promise and outcome over ten bins of equal width.
  **MCB**: what of the Brier score is miscalibration (by isotonic regression, without bins). **Skill**: Brier against the base rate of the
  very horizon, which nobody knew beforehand. **Lift**: of the tenth with the highest scores. All are means over the tasks.
- **Reasons, lifecycle and money** are those of the service on each cutoff. Up to 2000 customers a task have their sentences read: every
  number is compared with the order log, and every comparison with its numbers, the lifecycle and the window of the next order. Expected
  revenue is that of all customers for the horizon. A log without amounts has no money and no list of the first 100.
- **Next order**: the gaps that begin in the second half of a log, of customers who had come back before and order again. The log must go on
  for 1.5 times the 80 % day, or late orders would be missing.
- **apparel_sim** was simulated by its authors, so it shows that nothing breaks, and not how good the score is.
- **Small tenants** have N customers of the shop, drawn with the seed, and are evaluated on others of it.
`;

function toMarkdown(section: Section): string {
  switch (section.kind) {
    case 'shop':
      return `## ${section.name}\n\n${section.text}.`;
    case 'heading':
      return `### ${section.text}`;
    case 'table':
      return section.markdown;
    case 'text':
      return section.text;
    case 'plots':
      return `![Reliability and cumulative gains](${imageOf(section.name)})`;
  }
}
