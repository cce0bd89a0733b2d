import { once } from 'node:events';

/** Ends the servers that global-setup started, and with them their data. */
export default async function globalTeardown() {
  const child = globalThis.testServices;
  if (child === undefined || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin.end();
  await ended;
}
