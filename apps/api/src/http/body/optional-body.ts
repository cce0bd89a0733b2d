import { type ExecutionContext, SetMetadata } from '@nestjs/common';

const OPTIONAL_BODY = Symbol('optional body');

/** Marks a handler that callers may call without a body, which then is an empty object. */
export const OptionalBody = (): MethodDecorator => SetMetadata(OPTIONAL_BODY, true);

export const hasOptionalBody = (context: ExecutionContext): boolean => Reflect.hasMetadata(OPTIONAL_BODY, context.getHandler());
