import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** The traits of a caller without any credential. */
export interface VisitorTraits {
  /** IP address behind the trusted proxies. */
  readonly address: string | undefined;
  /** The header `User-Agent` of the browser or program. */
  readonly userAgent: string | undefined;
}

/** Injects the caller's traits that the connection shows. */
export const Visitor = createParamDecorator((_: unknown, context: ExecutionContext): VisitorTraits => {
  const request = context.switchToHttp().getRequest<Request>();
  return { address: request.ip, userAgent: request.get('user-agent') };
});
