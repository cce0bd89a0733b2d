import { Injectable, type PipeTransform } from '@nestjs/common';
import { AppError, LIMITS } from '#libs/core';

/** The resources of a storefront's call. Each is validated separately. */
export class PlatformResources {
  constructor(readonly list: readonly unknown[]) {}
}

/** Accepts one resource or an array of them. */
@Injectable()
export class PlatformResourcesPipe implements PipeTransform<unknown, PlatformResources> {
  transform(body: unknown): PlatformResources {
    const list = Array.isArray(body) ? (body as unknown[]) : [body];
    if (list.length <= LIMITS.storefrontResources) return new PlatformResources(list);
    throw new AppError('validation_error', `the body holds ${list.length} resources: it may hold ${LIMITS.storefrontResources}`);
  }
}
