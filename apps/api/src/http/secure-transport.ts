import type { NextFunction, Request, Response } from 'express';
import ipaddr from 'ipaddr.js';
import { AppError } from '#libs/core';

/** With any of them a proxy on this machine passes on what somebody elsewhere has asked, perhaps in the clear. */
const OF_PROXIES = ['x-forwarded-proto', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];
const YEAR_SECONDS = 31_536_000;

/**
 * In production a key must not cross a network in the clear: plain HTTP is refused, never redirected, for the key has been sent by then.
 * Health checks, and callers on this machine that no proxy speaks for, are let through.
 * @param healthPath everything below it is for orchestrators, which call from inside.
 */
export function requireHttps(healthPath: string) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.secure) response.setHeader('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
    const isHealth = request.path === healthPath || request.path.startsWith(`${healthPath}/`);
    if (request.secure || isHealth || isLocal(request)) next();
    else next(new AppError('forbidden', 'plain HTTP is not served: use https, and a new API key if this request carried one'));
  };
}

function isLocal(request: Request): boolean {
  const peer = request.socket.remoteAddress;
  if (peer === undefined || OF_PROXIES.some((name) => request.headers[name] !== undefined)) return false;
  return ipaddr.isValid(peer) && ipaddr.process(peer).range() === 'loopback';
}
