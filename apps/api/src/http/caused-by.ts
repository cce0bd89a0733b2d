import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import type { JobOrigin } from '#libs/queues';
import { originOf } from './request-context.js';

/** What jobs that the request makes necessary tell of it. */
export const CausedBy = createParamDecorator((_: unknown, context: ExecutionContext): JobOrigin =>
  originOf(context.switchToHttp().getResponse<Response>()),
);
