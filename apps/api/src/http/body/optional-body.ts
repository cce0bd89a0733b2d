import { type ExecutionContext, SetMetadata } from '@nestjs/common';

const OPTIONAL_BODY = Symbol('optional body');

/** Marks a handler that callers may call without a body, which then is an empty object. */
export const OptionalBody = (): MethodDecorator => SetMetadata(OPTIONAL_BODY, true);

export const hasOptionalBody = (context: ExecutionContext): boolean => Reflect.hasMetadata(OPTIONAL_BODY, context.getHandler());

const UNREAD_BODY = Symbol('unread body');

/** Marks a handler that ignores its body, of any type. */
export const UnreadBody = (): MethodDecorator => SetMetadata(UNREAD_BODY, true);

export const hasUnreadBody = (context: ExecutionContext): boolean => Reflect.hasMetadata(UNREAD_BODY, context.getHandler());

const BODY_ON_DELETE = Symbol('body on DELETE');

/** Marks a DELETE handler that needs a body. The bodies of all others are not read. */
export const BodyOnDelete = (): MethodDecorator => SetMetadata(BODY_ON_DELETE, true);

export const hasBodyOnDelete = (context: ExecutionContext): boolean => Reflect.hasMetadata(BODY_ON_DELETE, context.getHandler());
