import { SetMetadata } from '@nestjs/common';

/** A request with a lower body limit than the plan's. */
export interface LimitedBody {
  /** In bytes. A guard sets it for the body reader, which runs later. */
  bodyLimit?: number;
}

export const PLAN_BODY = Symbol('plan body');

/** Marks a handler behind `JwtGuard` whose body may be as large as the plan allows, like a request with an API key. */
export const PlanBody = (): MethodDecorator => SetMetadata(PLAN_BODY, true);
