import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CustomerConditions, Label, TenantId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { CustomerSort } from '#libs/dto';
import { ROOT } from '../system/node-process.js';

/** The filter of a list: labels, score bounds from 0 to 1, both inclusive, and other conditions. */
export interface CustomerFilter {
  readonly labels: readonly Label[] | null;
  readonly minScore: number | null;
  readonly maxScore: number | null;
  readonly conditions: CustomerConditions;
}

/** Tells whether a filter has any condition besides label and score. */
export const hasConditions = (conditions: CustomerConditions): boolean => Object.values(conditions).some((value) => value != null);

export interface Selection {
  readonly groups: readonly number[];
  readonly labels: readonly Label[] | null;
  /** In ten-thousandths. */
  readonly minScore: number;
  readonly maxScore: number;
}

/** A position in a list: the stored value of the sort column, and a customer id. */
export interface PageEnd {
  readonly isScored: boolean;
  readonly value: string;
  readonly id: string;
}

/** The list statement of the built api, and the functions that produce it. */
export interface BuiltList {
  readonly listCustomers: (
    db: TenantDb,
    asked: { sort: CustomerSort; selection: Selection; conditions: CustomerConditions; now: Date },
    after: PageEnd | null,
    limit: number,
  ) => Promise<unknown[]>;
  readonly selectScored: (filter: CustomerFilter) => Selection;
  readonly encodeCursor: (tenantId: TenantId, sort: string, end: PageEnd) => string;
}

const FOLDER = 'dist/apps/api/src/customers';
const FILES = ['list-customers.sql.js', 'list-groups.js', 'page-cursor.js'] as const;

/** Loads the statement from the build, like the processes under test. A copy would differ from it sooner or later. */
export async function loadBuiltList(): Promise<BuiltList> {
  const modules = await Promise.all(FILES.map((file) => import(pathToFileURL(join(ROOT, FOLDER, file)).href) as Promise<object>));
  return Object.assign({}, ...modules) as BuiltList;
}
