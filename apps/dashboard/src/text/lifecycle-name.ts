import type { Lifecycle } from '../api/lifecycle';
import { commonText } from './common';

/** Names the state of a customer. Several orders on one day are one purchase, and the second order is not what is due. */
export const lifecycleName = (lifecycle: Lifecycle, orders: number): string =>
  lifecycle === 'second_order_due' && orders > 1 ? commonText.nextOrderDue : commonText.lifecycle[lifecycle];
