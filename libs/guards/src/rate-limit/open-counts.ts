import type { IncomingMessage } from 'node:http';
import { applyDecorators, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

const SENDS_EVENTS = Symbol('sends events');
const reflector = new Reflector();

/** Routes that send events count in a window of their own. `until body`: a backfill does not count, and only the body tells that it is one. */
type Counted = 'at once' | 'until body';

/** Marks a handler or controller for API keys that receives events: reading never uses up its requests. */
export const SendsEvents = (counted: Counted = 'at once'): MethodDecorator & ClassDecorator =>
  applyDecorators(SetMetadata(SENDS_EVENTS, counted));

/** @returns undefined for a handler that receives no events */
export const sendsEvents = (context: ExecutionContext): Counted | undefined =>
  reflector.getAllAndOverride<Counted | undefined>(SENDS_EVENTS, [context.getHandler(), context.getClass()]);

/** A counted request before its body is read. Both methods may throw the refusal. */
interface OpenCount {
  /** Throws the refusal when no request was left. */
  readonly requireLeft: () => void;
  readonly release: () => void;
}

const open = new WeakMap<IncomingMessage, OpenCount>();

/** Lets the body of a request decide whether it counts. */
export function keepCountOpen(request: IncomingMessage, count: OpenCount): void {
  open.set(request, count);
}

/**
 * Closes the open count of a request; does nothing for other requests. The request counts unless its body is a backfill.
 * @throws AppError `rate_limited` when the tenant had no request left and this is not a backfill
 */
export function closeCount(request: IncomingMessage, isBackfill: boolean): void {
  const count = open.get(request);
  open.delete(request);
  if (isBackfill) count?.release();
  else count?.requireLeft();
}
