import { Get } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { Tenant } from '#libs/guards';
import { KeyOrAccountAccess } from '../../http/access/key-or-account-access.js';
import { CategoriesDto } from './category-returns.dto.js';
import { compareCategories, type StoredReturns } from './compare-categories.js';

const READ = 'SELECT counted_at, window_days, everyone, categories FROM category_returns WHERE tenant_id = $1';

const readReturns = async (db: TenantDb): Promise<StoredReturns | null> => (await db.query<StoredReturns>(READ))[0] ?? null;

@ApiTags('Customers')
@KeyOrAccountAccess('categories', 'read')
export class CategoriesController {
  constructor(private readonly database: Database) {}

  @Get()
  @ApiOperation({
    summary: 'List what customers buy',
    description:
      'The categories of the items in orders, and how many customers came back after a first order with each. Counted every night, and after a model is fitted. Customers with orders that only a summary knows are left out of the first orders.',
  })
  @ApiResponse({ status: 200, type: CategoriesDto })
  async list(@Tenant() tenantId: TenantId): Promise<CategoriesDto> {
    return compareCategories(await this.database.read(tenantId, readReturns));
  }
}
