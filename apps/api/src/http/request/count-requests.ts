import type { NextFunction, Request, Response } from 'express';
import type { UsageMeter } from '#libs/tenants';
import type { Caller } from '#libs/guards';

const TOO_MANY_REQUESTS = 429;
const FAULTS_OF_OURS = 500;

/**
 * Counts the requests that a tenant's servers make with an API key. It does not count requests above the limit, requests that failed
 * on our side, or requests from the dashboard.
 */
export function countRequests(meter: UsageMeter) {
  return (request: Request & { user?: Partial<Caller> }, response: Response, next: NextFunction): void => {
    response.once('finish', () => {
      const { user: caller } = request;
      const served = response.statusCode < FAULTS_OF_OURS && response.statusCode !== TOO_MANY_REQUESTS;
      if (served && caller?.tenantId !== undefined && request.get('x-api-key') !== undefined) meter.countRequest(caller.tenantId);
    });
    next();
  };
}
