import { Injectable, type PipeTransform } from '@nestjs/common';
import { notFound, traitNameProblem } from '#libs/core';

/** A path can contain texts that no trait is called. They count as unknown and never reach the database. */
@Injectable()
export class TraitNamePipe implements PipeTransform<string, string> {
  transform(name: string): string {
    if (traitNameProblem(name) !== null) throw notFound('trait');
    return name;
  }
}
