import type { NextFunction, Request, Response } from 'express';
import ipaddr from 'ipaddr.js';
import { AppError } from '#libs/core';

/** Headers that show that a local proxy forwards a remote request, which may have come unencrypted. */
const OF_PROXIES = ['x-forwarded-proto', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];
const YEAR_SECONDS = 31_536_000;

/**
 * Refuses plain HTTP in production, so that keys do not cross a network unencrypted. A redirect would be too late: the key was already sent.
 * Health checks are allowed, and callers on this machine where the operator has no proxy. Behind a proxy a call from this machine may be a
 * forwarder's, which adds no header and serves callers elsewhere.
 * @param healthPath the paths below it are for orchestrators, which call from inside the network.
 */
export function requireHttps(healthPath: string, { behindProxy }: { readonly behindProxy: boolean }) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.secure) response.setHeader('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
    const isHealth = request.path === healthPath || request.path.startsWith(`${healthPath}/`);
    if (request.secure || isHealth || (!behindProxy && isLocal(request))) next();
    else next(new AppError('forbidden', 'plain HTTP is not served: use https, and a new API key if this request carried one'));
  };
}

function isLocal(request: Request): boolean {
  const peer = request.socket.remoteAddress;
  if (peer === undefined || OF_PROXIES.some((name) => request.headers[name] !== undefined)) return false;
  return ipaddr.isValid(peer) && ipaddr.process(peer).range() === 'loopback';
}
