import { Module } from '@nestjs/common';
import { AliasesController } from './aliases/aliases.controller.js';
import { JoinAliases } from './aliases/join-aliases.js';
import { EraseCustomerController } from './erase/erase-customer.controller.js';
import { EraseCustomer } from './erase/erase-customer.js';
import { DownloadsModule } from '../http/transport/downloads.module.js';
import { ExportCustomersController } from './export/export-customers.controller.js';
import { ExportCustomers } from './export/export-customers.js';
import { GetCustomerController } from './get-customer.controller.js';
import { GetCustomer } from './get-customer.js';
import { ListCustomersController } from './list-customers.controller.js';
import { ListCustomers } from './list-customers.js';
import { ListOrders } from './list-orders.js';
import { DashboardExportController } from './export/dashboard-export.controller.js';

const USE_CASES = [ListCustomers, ExportCustomers, ListOrders, GetCustomer, EraseCustomer, JoinAliases];

@Module({
  imports: [DownloadsModule],
  controllers: [
    ListCustomersController,
    // Before the controllers with an identifier in its place.
    ExportCustomersController,
    GetCustomerController,
    EraseCustomerController,
    AliasesController,
    DashboardExportController,
  ],
  providers: USE_CASES,
  exports: USE_CASES,
})
export class CustomersModule {}
