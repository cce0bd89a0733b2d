import type { Columns } from '../csv/columns.js';
import { wordsOf } from './layout.js';

/** Columns that count the orders of a customer. */
const COUNTS = wordsOf(
  'frequency totalorders orderscount ordercount orders numberoforders numorders noforders totalpurchases purchases purchasecount',
  'totaltransactions transactions ordersplaced lifetimeorders anzahlbestellungen bestellungen',
);
/** Columns that add up what a customer has spent, or say how long ago the last order was. */
const SUMS = wordsOf(
  'monetary monetaryvalue totalspent totalspend totalspending lifetimevalue ltv clv customerlifetimevalue amountspent averageordervalue aov',
  'recency rfm rfmscore lastorder lastorderdate lastpurchase lastpurchasedate dayssincelastorder t umsatzgesamt letztebestellung',
);
/** Columns that only a list of orders has. */
const ORDERS = wordsOf('orderid ordernumber orderno invoiceno invoicenumber incrementid amazonorderid transactionid eventid');

/** Returns whether a file sums up customers, with a row for each: RFM tables, exports of customers. It is not a list of orders. */
export const isCustomerSummary = (columns: Columns): boolean => columns.has(COUNTS) && columns.has(SUMS) && !listsOrders(columns);

/** Returns whether the columns are those of a list of orders. */
export const listsOrders = (columns: Columns): boolean => columns.has(ORDERS);
