import { applyDecorators, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import { forbidden, isScopeFor, type NeededScope, scopesFor } from '#libs/core';
import type { Caller, CallersKey } from './api-keys.js';

const KEY_SCOPE = Symbol('key scope');
const ALSO_FOR_KEYS = Symbol('also for keys');
const reflector = new Reflector();

/** Says which scope the API key of a caller needs for a handler or controller. The OpenAPI document shows it as `x-key-scope`. */
export const NeedsScope = (needed: NeededScope): MethodDecorator & ClassDecorator =>
  applyDecorators(SetMetadata(KEY_SCOPE, needed), ApiExtension('x-key-scope', needed));

/**
 * Checks the scope of a caller's key. An operation that declares none needs a key for all.
 * @throws AppError `forbidden`
 */
export function requireScope(context: ExecutionContext, key: CallersKey | undefined): void {
  const needed = reflector.getAllAndOverride<NeededScope | undefined>(KEY_SCOPE, [context.getHandler(), context.getClass()]) ?? 'all';
  if (key === undefined || isScopeFor(key.scope, needed)) return;
  const wanted = scopesFor(needed)
    .map((scope) => `"${scope}"`)
    .join(' or ');
  throw forbidden(`the API key ${key.prefix}… has the scope "${key.scope}": this needs a key with the scope ${wanted}`);
}

/** Opens a handler behind `JwtGuard` to API keys of a scope too, at the same path. */
export const AlsoForScope = (needed: NeededScope): MethodDecorator => applyDecorators(NeedsScope(needed), SetMetadata(ALSO_FOR_KEYS, true));

/** Tells whether a handler behind `JwtGuard` is open to API keys too. */
export const isOpenToKeys = (context: ExecutionContext): boolean =>
  reflector.get<true | undefined>(ALSO_FOR_KEYS, context.getHandler()) === true;

/** Tells whether the caller may read customers. Callers who may not get answers that hold nothing beyond their request. */
export const mayRead = ({ key }: Pick<Caller, 'key'>): boolean => key === undefined || isScopeFor(key.scope, 'read');
