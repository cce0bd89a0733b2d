import { Command, InvalidArgumentError } from 'commander';
import { compareSettings, toTable } from './choose-blend/compare-settings.js';

function toCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 100) return count;
  throw new InvalidArgumentError('It must be a whole number from 1 to 100.');
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

await new Command('choose-blend')
  .description(
    'Compares settings of the blend on simulated shops: log-loss against MBG/NBD alone. How BLEND_SETTINGS in libs/scoring was chosen.',
  )
  .option('--seed <n>', 'of the first shop of each kind', toCount, 1)
  .option('--shops <n>', 'of each kind', toCount, 2)
  .action(({ seed, shops }: { seed: number; shops: number }) => {
    process.stdout.write(toTable(compareSettings({ seed, shops }, say)));
  })
  .parseAsync();
