#!/usr/bin/env node
// `npx @churn-scoring/client`: for agents that start a program instead of calling a URL. CHURN_URL is the address of the service, CHURN_API_KEY a key.
import { bridge } from './agents/bridge.js';

const { CHURN_URL: address = '', CHURN_API_KEY: apiKey = '' } = process.env;
if (!URL.canParse(address) || apiKey === '') {
  process.stderr.write(
    'Set CHURN_URL to the address of the service, such as https://churn.example.com, and CHURN_API_KEY to an API key.\n',
  );
  process.exitCode = 64;
} else {
  await bridge({ url: new URL('/mcp', address).href, apiKey, input: process.stdin, output: process.stdout });
}
