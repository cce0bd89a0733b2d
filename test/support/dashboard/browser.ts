import { accessSync, constants, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { ChurnSystem } from '../servers/churn-system.js';
import type { Person } from '../people/person.js';
import { patient } from '../waiting/limits.js';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2, levels A and AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Widths of the window: a phone and a desktop screen. */
const WIDTHS = { phone: 390, desk: 1440 } as const;

/** @returns the Chromium of CHROMIUM_PATH or of this machine; null: there is none. */
function findChromium(): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const places = [process.env['CHROMIUM_PATH'], ...folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)))];
  return places.find((place) => place !== undefined && place !== '' && isExecutable(place)) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const CHROMIUM = findChromium();

/** `describe` where there is a Chromium; elsewhere its tests are skipped, and `npm test` names them. */
export const describeInBrowser = CHROMIUM === null ? describe.skip : describe;

interface Visit {
  /** The person to sign in. Without one the page opens signed out. */
  readonly as?: Person;
  readonly width?: keyof typeof WIDTHS;
  readonly theme?: 'light' | 'dark';
  /** The language of the browser. */
  readonly locale?: string;
}

/** A real browser, in which every visitor has an empty profile. One is enough for a file of tests. */
export class DashboardBrowser {
  /** Errors that the consoles of the pages reported. */
  readonly faults: string[] = [];

  private constructor(
    private readonly browser: Browser,
    /** The URL of the dashboard. */
    readonly origin: string,
  ) {}

  static async open(system: ChurnSystem): Promise<DashboardBrowser> {
    const browser = await chromium.launch({ executablePath: CHROMIUM ?? '', headless: true, args: FLAGS });
    return new DashboardBrowser(browser, new URL(system.api.url).origin);
  }

  /** Opens a page in a fresh browser session. */
  async visit(address: string, { as, width = 'desk', theme = 'light', locale = 'en-US' }: Visit = {}): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width: WIDTHS[width], height: 900 },
      hasTouch: width === 'phone',
      colorScheme: theme,
      locale,
      permissions: ['clipboard-read', 'clipboard-write'],
      acceptDownloads: true,
    });
    context.setDefaultTimeout(patient(30_000));
    if (as !== undefined) await this.signIn(context, as);
    const page = await context.newPage();
    this.watch(page);
    await page.goto(this.origin + address);
    return page;
  }

  /** Closes every page. @throws Error when one of them reported a fault. */
  async close(): Promise<void> {
    await this.browser.close();
    if (this.faults.length > 0) throw new Error(`the pages reported faults:\n${this.faults.join('\n')}`);
  }

  private async signIn(context: BrowserContext, { token, signedIn }: Person): Promise<void> {
    const cookie = { domain: new URL(this.origin).hostname, httpOnly: true, secure: true, sameSite: 'Lax' } as const;
    await context.addCookies([
      { ...cookie, name: 'auth_token', value: token, path: '/api/v1' },
      { ...cookie, name: 'refresh_token', value: signedIn.refresh_token, path: '/api/v1/auth' },
    ]);
    await context.addInitScript(`localStorage.setItem('signed-in', 'yes')`);
  }

  private watch(page: Page): void {
    page.on('pageerror', (error) => this.faults.push(`${page.url()}: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      // A refused request is an answer too. The tests check how the page shows it.
      if (message.type() === 'error' && !/^(Failed to load resource|ApiProblem:)/.test(message.text()))
        this.faults.push(`${page.url()}: ${message.text()}`);
    });
  }
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/** Holds a page, as it is now, against WCAG 2.2 AA, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  const before = (await page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)) ? 'dark' : 'light';
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.locator(theme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor({ state: 'attached' });
    // An element that fades in does not have its final colour yet.
    await page.evaluate(
      `Promise.allSettled(document.getAnimations().map((animation) => animation.effect?.getTiming().iterations === Infinity ? null : animation.finished))`,
    );
    await page.evaluate(`${AXE};0`);
    const { violations } = (await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(WCAG)} })`)) as AxeResult;
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${theme} ${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
    expect(found).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: before, reducedMotion: null });
}
