import { SetMetadata } from '@nestjs/common';

/** A request of whose body less is read than the plan allows. */
export interface LimitedBody {
  /** In bytes; left by a guard for whoever reads the body, which happens after it. */
  bodyLimit?: number;
}

export const PLAN_BODY = Symbol('plan body');

/** On a handler behind `JwtGuard` whose body may be as large as the plan allows, as those behind a key may. */
export const PlanBody = (): MethodDecorator => SetMetadata(PLAN_BODY, true);
