// `npm run screenshots [-- name …]` starts a demo shop of its own and saves a picture of each main page in docs/images.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { ROOT } from '../../tools/paths.mjs';
import { simulatePast } from './simulated-past.mjs';
import { simulateResult } from './simulated-result.mjs';

const DATA = path.join(ROOT, '.data/screenshots');
const IMAGES = process.env.SCREENSHOTS_DIR || path.join(ROOT, 'docs/images');
const PORTS = { API_PORT: '3480', WORKER_PORT: '3481' };
const ORIGIN = `http://127.0.0.1:${PORTS.API_PORT}`;
const DESK = { width: 1440, height: 900 };
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/** The pictures: page, window size, theme, and an action before the picture is taken. An address may depend on the customer to show. */
const PICTURES = [
  { name: 'dashboard-overview', address: '/', size: { ...DESK, height: 1450 } },
  { name: 'dashboard-model', address: '/', before: (page) => page.getByRole('button', { name: 'See why' }).click() },
  { name: 'dashboard-customers', address: '/customers?lifecycle=%5B%22slipping%22%5D' },
  { name: 'dashboard-customer', address: (customer) => `/customers/${customer}`, size: { ...DESK, height: 1480 } },
  { name: 'dashboard-campaign', address: '/campaigns/new?audience=slipping', size: { ...DESK, height: 1150 } },
  { name: 'dashboard-campaign-list', address: '/campaigns/new?audience=slipping', size: { ...DESK, height: 1150 }, before: makeList },
  { name: 'dashboard-campaign-result', address: '/campaigns/new', size: { ...DESK, height: 1150 }, before: showResult },
  { name: 'dashboard-integrations', address: '/integrations' },
  { name: 'dashboard-webhooks', address: '/webhooks' },
  { name: 'dashboard-settings', address: '/settings' },
  { name: 'dashboard-security', address: '/security', theme: 'dark' },
  { name: 'dashboard-developers', address: '/developers' },
];

async function main() {
  const wanted = PICTURES.filter(({ name }) => process.argv.length === 2 || process.argv.includes(name));
  const demo = spawn(process.execPath, [path.join(ROOT, 'tools/start/start.mjs')], {
    cwd: ROOT,
    env: { ...process.env, ...PORTS, CHURN_DATA_DIR: DATA, PUBLIC_URL: ORIGIN },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await untilSaid(demo, 'Ctrl-C stops everything');
    const { database_owner_url: databaseUrl } = JSON.parse(fs.readFileSync(path.join(DATA, 'runtime.json'), 'utf8'));
    await takeAll(wanted, await simulatePast(databaseUrl), databaseUrl);
  } finally {
    demo.kill('SIGINT');
    await new Promise((resolve) => demo.once('exit', resolve));
  }
}

function untilSaid(child, sentence) {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (data) => {
      process.stdout.write(data);
      said += data;
      if (said.includes(sentence)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the demo has ended (exit code ${code})`)));
  });
}

/** Saves the campaign and makes its list, so that the picture shows the steps. */
async function makeList(page) {
  await page.getByRole('radio', { name: /I download the list/ }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Make the list' }).click();
  await page.getByRole('button', { name: /^Make a list of/ }).click();
  await page.getByRole('heading', { name: /waits for you$/ }).waitFor();
  await page.getByText(/is ready\.$/).waitFor({ state: 'detached' });
}

/** Contacts half of all customers, moves that into the past, and lets more of them come back than of the control group. */
async function showResult(page, databaseUrl) {
  await page.getByLabel('Name', { exact: true }).fill('A voucher for tea');
  for (const name of ['New', 'Active']) await page.getByRole('checkbox', { name, exact: true }).check();
  await page.getByLabel('Control group').fill('30');
  await makeList(page);
  await page.getByRole('button', { name: 'I have contacted them' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'I have contacted them' }).click();
  await page.getByText('Nobody in either group has ordered yet').waitFor();
  await simulateResult(databaseUrl);
  await page.reload();
  await page.getByText('It works', { exact: true }).waitFor();
}

/** @param customer the customer to show */
async function takeAll(pictures, customer, databaseUrl) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium', args: FLAGS });
  try {
    const signedIn = await signIn(browser);
    for (const picture of pictures) await take(browser, { ...picture, address: addressOf(picture, customer), databaseUrl }, signedIn);
  } finally {
    await browser.close();
  }
}

const addressOf = ({ address }, customer) => (typeof address === 'string' ? address : address(customer));

async function signIn(browser) {
  const [email, password] = fs.readFileSync(path.join(DATA, 'demo-login'), 'utf8').split('\n');
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/login`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  return context.storageState();
}

async function take(browser, { name, address, databaseUrl, size = DESK, theme = 'light', before }, storageState) {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    storageState,
    reducedMotion: 'reduce',
    deviceScaleFactor: 1.5,
  });
  const page = await context.newPage();
  await page.goto(ORIGIN + address, { waitUntil: 'networkidle' });
  // On a busy machine the network is idle before the page is drawn.
  await page.getByRole('heading', { level: 1 }).waitFor();
  await before?.(page, databaseUrl);
  await page.waitForLoadState('networkidle');
  // Skeletons stand where something still loads.
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' });
  await page.screenshot({ path: path.join(IMAGES, `${name}.png`) });
  process.stdout.write(`${name}\n`);
  await context.close();
}

await main();
