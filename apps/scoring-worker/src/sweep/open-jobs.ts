import { Injectable } from '@nestjs/common';
import { EraseCustomer } from '../erase-customer/erase-customer.js';
import { EraseShops } from '../erase-shop/erase-shops.js';
import { RecalculateTenant } from '../recalculate-tenant/recalculate-tenant.js';

/** Works on one job for some seconds. @returns whether there is more of it to do for us. */
export type Slice = () => Promise<boolean>;

/** The jobs that no worker has finished yet, of all tenants, oldest first. */
@Injectable()
export class OpenJobs {
  constructor(
    private readonly recalculateTenant: RecalculateTenant,
    private readonly eraseCustomer: EraseCustomer,
    private readonly eraseShops: EraseShops,
  ) {}

  async recalculations(): Promise<Slice[]> {
    const open = await this.recalculateTenant.openJobs();
    return open.map((job) => () => this.recalculateTenant.recalculate(job.tenantId, job.jobId));
  }

  async erasures(): Promise<Slice[]> {
    const open = await this.eraseCustomer.openJobs();
    return open.map((job) => () => this.eraseCustomer.erase(job.tenantId, job.jobId));
  }

  async shopErasures(): Promise<Slice[]> {
    const shops = await this.eraseShops.open();
    return shops.map((shop) => () => this.eraseShops.erase(shop));
  }
}
