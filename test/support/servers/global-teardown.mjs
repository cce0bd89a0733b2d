import { once } from 'node:events';

/** Ends the processes that global-setup started, and with them their data: first the systems, then the servers that they use. */
export default async function globalTeardown() {
  for (const child of [globalThis.sharedSystems, globalThis.testServices]) {
    if (child === undefined || child.exitCode !== null) continue;
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
  }
}
