import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { AccountCaller } from '#libs/guards';
import { map, type Observable } from 'rxjs';

/** Fields with a URL that data is sent to. Its path and query are often all that the receiver asks for. */
const FIELDS: ReadonlySet<string> = new Set(['url', 'webhook_url']);
/** The path of a URL in parts. */
const PATHS: ReadonlySet<string> = new Set(['bucket', 'prefix']);

/** Returns the scheme and the host of a URL. */
const hostOnly = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');

/** Shortens the URLs in an answer, at any depth. */
function withHostsOnly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withHostsOnly);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).map(([name, each]) => {
    if (FIELDS.has(name) && typeof each === 'string') return [name, hostOnly(each)];
    if (PATHS.has(name) && typeof each === 'string') return [name, ''];
    return [name, withHostsOnly(each)];
  });
  return Object.fromEntries(entries);
}

@Injectable()
class HostsForViewers implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { user } = context.switchToHttp().getRequest<{ user: AccountCaller }>();
    return user.role === 'viewer' || user.key !== undefined ? next.handle().pipe(map(withHostsOnly)) : next.handle();
  }
}

/** Marks controllers with answers that contain URLs which data is sent to. Viewers and API keys see only scheme and host, because the rest can be a secret. */
export const ViewersSeeHosts = (): ClassDecorator => applyDecorators(UseInterceptors(HostsForViewers));
