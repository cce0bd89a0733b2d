#!/usr/bin/env node
// `npx @churn-scoring/client`: for agents that start a program instead of calling a URL. CHURN_URL is the address of the service, CHURN_API_KEY a key.
import { bridge } from './agents/bridge.js';

/** A key never crosses a network in clear text. */
const isEncrypted = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

const { CHURN_URL: address = '', CHURN_API_KEY: apiKey = '' } = process.env;
if (!URL.canParse(address) || apiKey === '' || !isEncrypted(new URL(address))) {
  process.stderr.write('Set CHURN_URL to the address of the service (https://…, or on this machine), and CHURN_API_KEY to an API key.\n');
  process.exitCode = 64;
} else {
  await bridge({ url: new URL('/mcp', address).href, apiKey, input: process.stdin, output: process.stdout });
}
