import { Module } from '@nestjs/common';
import { DownloadsModule } from '../http/transport/downloads.module.js';
import { AliasesController } from './aliases/aliases.controller.js';
import { JoinAliases } from './aliases/join-aliases.js';
import { CategoriesController } from './categories/categories.controller.js';
import { CustomersController } from './customers.controller.js';
import { EraseCustomer } from './erase/erase-customer.js';
import { ExportCustomers } from './export/export-customers.js';
import { GetCustomer } from './get-customer.js';
import { ListCustomers } from './list-customers.js';
import { ListOrders } from './list-orders.js';

const USE_CASES = [ListCustomers, ExportCustomers, ListOrders, GetCustomer, EraseCustomer, JoinAliases];

@Module({
  imports: [DownloadsModule],
  controllers: [CustomersController, AliasesController, CategoriesController],
  providers: USE_CASES,
  exports: USE_CASES,
})
export class CustomersModule {}
