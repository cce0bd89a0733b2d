import { StoppedError } from '#libs/terminal';
import type { SimulatedApp } from '../../storefront-simulator/simulated-app.js';

/** The address of the service, and the credentials of its app on the simulated platform. */
interface DemoSettings {
  readonly serviceUrl: string;
  readonly app: SimulatedApp;
  readonly port: number;
}

/** @throws StoppedError when no service runs, or it is connected to the app of a real platform. */
export function readDemoSettings(env: NodeJS.ProcessEnv): DemoSettings {
  const { CHURN_BASE_URL: serviceUrl, STOREFRONT_CLIENT_ID: clientId, STOREFRONT_APP_SECRET: secret, STOREFRONT_BASE_URL: baseUrl } = env;
  if (!serviceUrl) throw new StoppedError('No service runs here: run "npm start" in another terminal, then this again.');
  if (!clientId || !secret || !baseUrl?.startsWith('http://127.0.0.1:')) {
    throw new StoppedError(
      'The service is set up for a platform of your own: run "npm start" without STOREFRONT_..., SHOPIFY_... and SHOPLINE_... for the demo.',
    );
  }
  return { serviceUrl, app: { clientId, secret }, port: Number(new URL(baseUrl.replace('{shop}', 'shop')).port) };
}
