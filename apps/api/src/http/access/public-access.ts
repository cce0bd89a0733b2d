import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { ErrorDto } from '../errors/error.dto.js';

/** Describes the refusals of routes that need no credential: all shared answers except the one for a missing credential. */
export const ApiPublicAccess = (): ClassDecorator & MethodDecorator =>
  applyDecorators(
    ApiResponse({ status: 429, type: ErrorDto, description: 'More requests within a minute than an address may send' }),
    ApiResponse({
      status: 503,
      type: ErrorDto,
      description: 'Something that the service stands on does not answer, or it is busy; try again',
    }),
  );
