import { Injectable, type PipeTransform } from '@nestjs/common';
import { notFound } from '#libs/core';

/** A path can contain texts that no customer id can have. They count as unknown customers and never reach the database. */
@Injectable()
export class ExternalIdPipe implements PipeTransform<string, string> {
  transform(externalId: string): string {
    if (externalId.includes('\u0000') || !externalId.isWellFormed()) throw notFound('customer');
    return externalId;
  }
}
