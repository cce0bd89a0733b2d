import { type Layout, wordsOf } from './layout.js';

/** A buyer of Etsy is known by a user name, which becomes a pseudonym like the name of a person. */
const ETSY: Layout = {
  title: 'orders of Etsy',
  rows: 'orders',
  needs: [['saledate'], ['orderid'], ['buyeruserid', 'buyer'], ['ordertotal', 'ordervalue']],
  columns: {
    order: ['orderid'],
    name: ['buyeruserid', 'buyer', 'fullname'],
    date: ['saledate'],
    amount: ['ordertotal', 'ordervalue'],
    currency: ['currency'],
    status: ['status', 'orderstatus'],
  },
};

const ETSY_ITEMS: Layout = {
  title: 'sold items of Etsy',
  rows: 'items',
  needs: [['saledate'], ['orderid'], ['buyer', 'buyeruserid'], ['itemname'], ['itemtotal', 'price']],
  columns: {
    order: ['orderid'],
    name: ['buyer', 'buyeruserid'],
    date: ['saledate'],
    amount: ['itemtotal'],
    price: ['price'],
    quantity: ['quantity'],
    discount: ['discountamount'],
    currency: ['currency'],
    status: ['status', 'orderstatus'],
    product: ['itemname'],
    product_id: ['sku', 'listingid'],
  },
};

/** Reports of orders: a row for each item. `item-price` is the price of all pieces of the row. */
const AMAZON: Layout = {
  title: 'order report of Amazon',
  rows: 'items',
  needs: [['amazonorderid', 'orderid'], ['purchasedate'], ['itemprice'], ['sku', 'asin', 'productname']],
  columns: {
    order: ['amazonorderid', 'orderid'],
    email: ['buyeremail'],
    phone: ['buyerphonenumber'],
    name: ['buyername'],
    date: ['purchasedate'],
    amount: ['itemprice'],
    added: ['shippingprice', 'giftwrapprice'],
    discount: ['itempromotiondiscount', 'shippromotiondiscount'],
    currency: ['currency'],
    status: ['orderstatus'],
    product: ['productname', 'sku'],
    product_id: ['sku', 'asin'],
    quantity: ['quantity', 'quantitypurchased'],
  },
  lacks: { customer: 'This report of Amazon names no buyers. Choose the report "Orders" with the column buyer-email.' },
};

/** An order with several items has a row with its total first, and rows of items without one after it. */
const EBAY: Layout = {
  title: 'orders of eBay',
  rows: 'orders',
  needs: [['ordernumber', 'salesrecordnumber'], ['buyerusername', 'userid'], ['totalprice', 'soldfor'], ['saledate']],
  columns: {
    order: ['ordernumber', 'salesrecordnumber'],
    name: ['buyerusername', 'userid'],
    date: ['saledate'],
    amount: ['totalprice', 'soldfor'],
    status: ['orderstatus', 'status'],
  },
};

/** A row for each payment or refund. Many sales of a till have no customer. */
const SQUARE: Layout = {
  title: 'transactions of Square',
  rows: 'orders',
  hasAnonymousSales: true,
  needs: [['transactionid'], ['grosssales'], ['totalcollected'], ['date']],
  columns: {
    order: ['transactionid'],
    customer: ['customerid'],
    name: ['customername'],
    date: ['date'],
    time: ['time'],
    amount: ['totalcollected'],
    status: ['transactionstatus'],
  },
};

const SQUARE_ITEMS: Layout = {
  title: 'sold items of Square',
  rows: 'items',
  hasAnonymousSales: true,
  needs: [['transactionid'], ['grosssales'], ['netsales'], ['item'], ['date']],
  columns: {
    order: ['transactionid'],
    customer: ['customerid'],
    name: ['customername'],
    date: ['date'],
    time: ['time'],
    amount: ['netsales'],
    added: ['tax'],
    product: ['item'],
    product_id: ['sku'],
    category: ['category'],
    quantity: ['qty'],
  },
};

/** A row for each payment: failed, blocked and uncaptured ones are among them. */
const STRIPE: Layout = {
  title: 'payments of Stripe',
  rows: 'orders',
  hasAnonymousSales: true,
  needs: [['id'], ['createddateutc', 'createdutc', 'created'], ['amount'], ['amountrefunded'], ['status', 'captured']],
  columns: {
    order: wordsOf('orderidmetadata ordernumbermetadata id'),
    customer: ['customerid'],
    email: ['customeremail', 'receiptemail'],
    date: ['createddateutc', 'createdutc', 'created'],
    amount: ['amount'],
    refunded: ['amountrefunded'],
    currency: ['currency'],
    status: ['status'],
  },
};

export const MARKETPLACES = {
  square: SQUARE,
  'square-items': SQUARE_ITEMS,
  stripe: STRIPE,
  amazon: AMAZON,
  etsy: ETSY,
  'etsy-items': ETSY_ITEMS,
  ebay: EBAY,
} as const satisfies Record<string, Layout>;
