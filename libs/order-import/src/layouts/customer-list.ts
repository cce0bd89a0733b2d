import { PLAIN_LOG } from './plain-log.js';
import { type Layout, wordsOf } from './layout.js';

/** A list of customers, as shop systems export it. It has no orders, and is read for what it says about marketing consent. */
export const CUSTOMER_LIST: Layout = {
  title: 'list of customers, of which only the marketing consent is read',
  rows: 'orders',
  // `recogniseLayout` looks at what the columns are about: those of a list of orders have the same names.
  needs: [],
  columns: {
    customer: wordsOf('customerid customernumber id kundennummer kundenid'),
    email: wordsOf('email emailaddress customeremail billingemail mail emailadresse'),
    phone: wordsOf('phone phonenumber customerphone billingphone telefon'),
    date: wordsOf(
      'emailmarketingupdatedat consentupdatedat emailconsenttimestamp consenttimestamp emailmarketingconsenttimestamp optintime lastchanged',
    ),
    consent: ['emailmarketingstatus', ...(PLAIN_LOG.columns.consent ?? [])],
  },
  isCustomerList: true,
};
