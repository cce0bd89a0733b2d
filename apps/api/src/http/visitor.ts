import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** What is known of a caller before they say who they are. */
export interface VisitorTraits {
  /** IP address behind the trusted proxies. */
  readonly address: string | undefined;
  /** As the browser or program calls itself. */
  readonly userAgent: string | undefined;
}

/** Who calls, as far as the connection tells. */
export const Visitor = createParamDecorator((_: unknown, context: ExecutionContext): VisitorTraits => {
  const request = context.switchToHttp().getRequest<Request>();
  return { address: request.ip, userAgent: request.get('user-agent') };
});
