import { CUSTOMER_LIST } from './customer-list.js';
import { type Layout, wordsOf } from './layout.js';
import { PLAIN_LOG } from './plain-log.js';

const { customer, email, phone, name, currency } = PLAIN_LOG.columns;
/** The consent that a file states too, and the time of it. */
const CONSENT = { consent: CUSTOMER_LIST.columns.consent ?? [], date: CUSTOMER_LIST.columns.date ?? [] };

/** Names of columns that count all orders of a customer. */
const COUNTS = wordsOf(
  'totalorders orderscount ordercount orders numberoforders numorders noforders totalpurchases purchases purchasecount',
  'totaltransactions transactions ordersplaced lifetimeorders anzahlbestellungen bestellungen',
);
/** Names of columns that add up what a customer has spent. */
const SPENT = wordsOf('totalspent totalspend totalspending amountspent lifetimespend totalrevenue umsatzgesamt gesamtumsatz');

/**
 * RFM summaries as statisticians keep them: those of lifetimes and PyMC-Marketing (`frequency, recency, T, monetary_value`), also of their
 * calibration periods, and of CLVTools and BTYD (`x, t.x, T.cal, Spending`). The letter `T` tells them from the tables of marketing, in which
 * frequency counts all orders and recency the days since the last one.
 */
const RFM: Layout = {
  title: 'RFM summaries (frequency, recency, T)',
  rows: 'orders',
  needs: [
    ['frequency', 'frequencycal', 'x'],
    ['recency', 'recencycal', 'tx'],
    ['t', 'tcal'],
  ],
  columns: {
    customer: ['cust', ...(customer ?? []), 'id'],
    email: email ?? [],
    phone: phone ?? [],
    repeats: ['frequency', 'frequencycal', 'x'],
    recency: ['recency', 'recencycal', 'tx'],
    age: ['t', 'tcal'],
    amount: ['monetaryvalue', 'monetaryvaluecal', 'monetary', 'spending', 'mx'],
    currency: currency ?? [],
  },
  sums: 'repeats',
};

/**
 * The export of the admin. Shopify's order export knows buyers by their e-mail address, so the address comes before the number of the customer:
 * both files give a person one identifier.
 */
const SHOPIFY_CUSTOMERS: Layout = {
  title: 'customer export of Shopify',
  rows: 'orders',
  needs: [['totalspent'], ['totalorders'], ['email', 'customerid'], ['acceptsemailmarketing', 'acceptsmarketing', 'taxexempt']],
  columns: {
    email: ['email'],
    phone: ['phone', 'defaultaddressphone'],
    customer: ['customerid'],
    orders: ['totalorders'],
    amount: ['totalspent'],
    ...CONSENT,
  },
  sums: 'totals',
  isKnownByMail: true,
};

/** Analytics → Customers. `Last active` is the last visit, and `Sign up` may be years before the first order: both say nothing of orders. */
const WOOCOMMERCE_CUSTOMERS: Layout = {
  title: 'customer export of WooCommerce',
  rows: 'orders',
  needs: [['orders', 'orderscount'], ['totalspend'], ['email'], ['signup', 'dateregistered', 'lastactive', 'datelastactive', 'aov']],
  columns: { email: ['email'], name: ['name'], orders: ['orders', 'orderscount'], amount: ['totalspend'] },
  sums: 'totals',
  isKnownByMail: true,
};

/** Any other table that sums up customers. */
const CUSTOMER_TOTALS: Layout = {
  title: 'a table of customers with the number of their orders',
  rows: 'orders',
  needs: [COUNTS],
  columns: {
    customer: [...(customer ?? []), 'id'],
    email: email ?? [],
    phone: phone ?? [],
    name: name ?? [],
    orders: COUNTS,
    amount: SPENT,
    currency: currency ?? [],
    first_order: wordsOf('firstorder firstorderdate firstorderat firstpurchase firstpurchasedate firstpurchaseat erstebestellung'),
    last_order: wordsOf('lastorder lastorderdate lastorderat lastpurchase lastpurchasedate lastpurchaseat letztebestellung'),
    ...CONSENT,
  },
  sums: 'totals',
};

export const CUSTOMER_SUMS = {
  rfm: RFM,
  'shopify-customers': SHOPIFY_CUSTOMERS,
  'woocommerce-customers': WOOCOMMERCE_CUSTOMERS,
  'customer-totals': CUSTOMER_TOTALS,
} as const satisfies Record<string, Layout>;
