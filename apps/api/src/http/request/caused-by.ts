import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import type { JobOrigin } from '#libs/queues';
import { originOf } from './request-context.js';

/** Injects the origin of a request, which the jobs that it starts carry. */
export const CausedBy = createParamDecorator((_: unknown, context: ExecutionContext): JobOrigin =>
  originOf(context.switchToHttp().getResponse<Response>()),
);
