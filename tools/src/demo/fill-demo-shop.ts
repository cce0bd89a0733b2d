import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { dataDirectory, processTerminal, StoppedError, type Terminal } from '#libs/terminal';
import { finishCampaign } from './demo-campaign.js';
import { fillDemoShop } from './demo-shop.js';
import { DashboardSession } from './storefront/dashboard-session.js';
import { readResults, ServiceClient } from '#libs/backfill';

/** The demo shop is of use without it. */
async function addCampaign(client: ServiceClient, baseUrl: string, login: { email: string; password: string }, terminal: Terminal) {
  try {
    const session = await DashboardSession.begin(baseUrl, login);
    await finishCampaign({ session, client, databaseUrl: process.env['DATABASE_URL'] ?? '' }, new Date());
  } catch (error) {
    terminal.line(`The demo shop has no finished campaign: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface Options {
  readonly baseUrl: string;
  readonly dashboardUrl: string;
  readonly keyFile: string;
  readonly loginFile: string;
}

const command = new Command('demo')
  .description('Fills the demo shop with a simulated order history through the API, once, and shows its scores.')
  .requiredOption('--base-url <url>', 'the service, with /api/v1')
  .requiredOption('--dashboard-url <url>', 'where people look at the service')
  .requiredOption('--key-file <file>', 'file that holds the API key of the demo shop')
  .requiredOption('--login-file <file>', 'file that holds address and password of its owner, a line each')
  .action(async ({ baseUrl, dashboardUrl, keyFile, loginFile }: Options) => {
    const apiKey = (await readFile(keyFile, 'utf8')).trim();
    const [email = '', password = ''] = (await readFile(loginFile, 'utf8')).split('\n');
    const terminal = processTerminal();
    const client = new ServiceClient({ baseUrl, apiKey });
    const watched = await fillDemoShop(client, join(dataDirectory(process.env), 'demo.json'), terminal, new Date());
    const results = await readResults(client, watched, (line) => terminal.line(line));
    if (watched.length > 0) await addCampaign(client, baseUrl, { email, password }, terminal);
    const example = results.example ?? 'sim-000001';
    const lines = [
      '',
      'Demo shop (all of its customers and orders are simulated)',
      ...results.lines,
      '',
      `Dashboard      ${dashboardUrl}`,
      `Sign in        ${email}, password ${password}`,
      `Service        ${baseUrl}`,
      `Documentation  ${baseUrl}/docs`,
      `API key        ${apiKey}`,
      '',
      'Try it:',
      `  curl -s -H 'X-API-Key: ${apiKey}' '${baseUrl}/customers/${encodeURIComponent(example)}/churn'`,
      '',
    ];
    for (const line of lines) terminal.line(line);
  });

try {
  await command.parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof StoppedError ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
}
