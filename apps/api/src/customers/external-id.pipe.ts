import { Injectable, type PipeTransform } from '@nestjs/common';
import { notFound } from '#libs/core';

/** A path can carry texts that no customer can have; they are unknown customers, not errors of the database. */
@Injectable()
export class ExternalIdPipe implements PipeTransform<string, string> {
  transform(externalId: string): string {
    if (externalId.includes('\u0000') || !externalId.isWellFormed()) throw notFound('customer');
    return externalId;
  }
}
