import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { dataDirectory, processTerminal, StoppedError } from '#libs/terminal';
import { DashboardSession } from './storefront/dashboard-session.js';
import { readDemoSettings } from './storefront/demo-settings.js';
import { DEMO_DOMAIN, fillShop } from './storefront/fill-shop.js';
import { walkConnection } from './storefront/walk-connection.js';
import { StorefrontSimulator } from '../storefront-simulator/storefront-simulator.js';

const command = new Command('demo:storefront')
  .description(
    'Simulates a storefront platform beside a running "npm start", connects its shop to the demo tenant, and lets things happen there.',
  )
  .option('--allow', 'answer the question of the platform instead of waiting for a click', false)
  .option('--once', 'end after the walk instead of going on with an order every few seconds', false)
  .action(async ({ allow, once }: { allow: boolean; once: boolean }) => {
    const settings = readDemoSettings(process.env);
    const login = await readFile(join(dataDirectory(process.env), 'demo-login'), 'utf8').catch(() => '');
    const [email = '', password = ''] = login.split('\n');
    const terminal = processTerminal();
    const storefront = await StorefrontSimulator.start({ app: settings.app, port: settings.port }).catch(() => {
      throw new StoppedError(`Port ${settings.port} is taken: does the demo run in another terminal?`);
    });
    const ending = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
    try {
      const shop = storefront.shop(DEMO_DOMAIN);
      fillShop(shop, new Date());
      const session = await DashboardSession.begin(settings.serviceUrl, { email, password });
      await walkConnection({ storefront, shop, session, say: (line) => terminal.line(line), allow, once, signal: ending.signal });
    } finally {
      await storefront.stop();
    }
  });

try {
  await command.parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof StoppedError ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
}
