import type { StatusKind } from '../statuses/order-status.js';
import { BRANDS, CATEGORIES, PRODUCT_NUMBERS, VENDORS } from './item-names.js';
import { type Layout, wordsOf } from './layout.js';

/** A payment that was authorised or is due later counts as a purchase; one that was voided or has expired is a cancelled order. */
const PAYMENT_STATES = { pending: 'bought', authorized: 'bought', unpaid: 'bought', voided: 'cancelled', expired: 'cancelled' } as const;

/** The columns of items, in exports with a row for each item. */
const ITEMS = {
  product_id: PRODUCT_NUMBERS,
  category: [...CATEGORIES, ...BRANDS],
  quantity: wordsOf(
    'lineitemquantity linequantity itemquantity orderitemquantity productquantity productqty itemqty quantity qty qtyordered',
  ),
  price: wordsOf('lineitemprice lineprice itemprice itemcost productprice productunitprice unitprice'),
} as const;

/** Shopify's own order export, and Matrixify's (formerly Excelify). Only the first row of an order has its total, status and customer. */
const SHOPIFY: Layout = {
  title: 'order export of Shopify',
  rows: 'orders',
  needs: [['name'], ['financialstatus', 'paymentstatus'], ['total', 'pricetotal'], ['createdat', 'processedat', 'paidat']],
  columns: {
    // A spreadsheet turns the id into a number like 8.2E+14, which many orders share: then the name counts.
    order: ['id', 'name'],
    // Only the first row of an order has the id.
    group: ['name'],
    customer: ['customerid'],
    email: ['email', 'customeremail'],
    phone: ['phone', 'customerphone', 'billingphone', 'shippingphone'],
    date: ['createdat', 'processedat', 'paidat'],
    amount: ['total', 'pricetotal'],
    refunded: ['refundedamount', 'pricetotalrefund'],
    currency: ['currency'],
    status: ['financialstatus', 'paymentstatus'],
    cancelled: ['cancelledat'],
    consent: wordsOf(
      'acceptsmarketing buyeracceptsmarketing acceptsemailmarketing customeracceptsmarketing emailmarketingconsent emailmarketingstatus',
    ),
    ...ITEMS,
    // The admin's export names no type: the vendor divides the range of a shop that sells several brands.
    category: [...CATEGORIES, ...VENDORS],
  },
  statuses: PAYMENT_STATES,
};

/** Squarespace names its columns like Shopify, with `Order ID` in the place of `Name`. */
const SQUARESPACE: Layout = {
  title: 'order export of Squarespace',
  rows: 'orders',
  needs: [['orderid'], ['financialstatus'], ['total'], ['createdat', 'paidat'], ['lineitemname', 'lineitemquantity']],
  columns: {
    order: ['orderid'],
    email: ['email'],
    phone: ['billingphone'],
    date: ['createdat', 'paidat'],
    amount: ['total'],
    refunded: ['amountrefunded'],
    currency: ['currency'],
    status: ['financialstatus'],
    fulfilment: ['fulfillmentstatus'],
    cancelled: ['cancelledat'],
    ...ITEMS,
  },
  statuses: PAYMENT_STATES,
};

/**
 * WooCommerce has no standard order export. These are the columns of its Analytics report, Customer/Order/Coupon Export
 * (SkyVerge), Import Export Suite (WebToffee), Advanced Order Export (AlgolPlus) and WP All Export. Rows of items repeat the order's total.
 */
const WOOCOMMERCE_ORDER = ['orderid', 'ordernumber', 'ordernumberformatted', 'order'];
const WOOCOMMERCE_TOTALS = ['ordertotal', 'ordertotalamount', 'netsales', 'nrevenue'];
const WOOCOMMERCE_CUSTOMERS = ['customeruserid', 'customeruser', 'customerid', 'userid'];
const WOOCOMMERCE_EMAILS = wordsOf('billingemail emailbilling customeremail billingemailaddress customeraccountemailaddress email');
/** The fields of plugins such as Mailchimp, MailPoet, Klaviyo, MailerLite and GetResponse. An export may write `meta:` before them. */
const CONSENT_FIELDS = wordsOf(
  'mailchimpwoocommerceissubscribed mailchimpwoocommercenewsletter mailchimpnewsletter mailchimpoptin mailpoetwoocommercecheckoutoptin',
  'mailpoetsubscribed klnewslettercheckbox klaviyoconsent woomlsubscribe mailerlitesubscribe grmarketingconsent automatewoooptin',
  'acceptsmarketing marketingoptin marketingconsent emailmarketingconsent newsletter newsletteroptin newslettersubscription emailoptin optin',
);
const WOOCOMMERCE_CONSENTS = CONSENT_FIELDS.flatMap((name) => [name, `meta${name}`]);
const WOOCOMMERCE: Layout = {
  title: 'order export of WooCommerce',
  hasHashedNumbers: true,
  rows: 'orders',
  needs: [
    WOOCOMMERCE_ORDER,
    ['orderstatus', 'status'],
    ['orderdate', 'date', 'datecreated', 'paiddate', 'completeddate'],
    WOOCOMMERCE_TOTALS,
    [...WOOCOMMERCE_CUSTOMERS, ...WOOCOMMERCE_EMAILS, 'customer'],
  ],
  columns: {
    order: WOOCOMMERCE_ORDER,
    customer: WOOCOMMERCE_CUSTOMERS,
    email: WOOCOMMERCE_EMAILS,
    phone: ['billingphone', 'phonebilling'],
    name: ['customer'],
    date: ['orderdate', 'date', 'datecreated', 'paiddate', 'completeddate'],
    amount: WOOCOMMERCE_TOTALS,
    refunded: wordsOf('orderrefundamount refundedtotal orderrefund orderrefundtotal refundamount totalrefunded refundtotal'),
    currency: ['ordercurrency', 'currency'],
    status: ['orderstatus', 'status'],
    consent: WOOCOMMERCE_CONSENTS,
    ...ITEMS,
  },
};

/** The grid of orders, and the columns of the table `sales_order` that export extensions write. */
const MAGENTO: Layout = {
  title: 'order export of Magento (Adobe Commerce)',
  rows: 'orders',
  needs: [
    ['id', 'incrementid', 'orderid', 'order'],
    ['grandtotalpurchased', 'grandtotalbase', 'grandtotal', 'basegrandtotal', 'gtpurchased', 'gtbase'],
    ['status', 'state'],
    ['purchasedate', 'purchasedon', 'createdat'],
  ],
  columns: {
    // The grid calls the order number `ID`; a table has both, and there `increment_id` is the order number.
    order: ['incrementid', 'order', 'orderid', 'id'],
    customer: ['customerid'],
    email: ['customeremail', 'billingemail', 'email'],
    phone: ['billingtelephone', 'telephone'],
    name: ['customername', 'billtoname'],
    date: ['purchasedate', 'purchasedon', 'createdat'],
    amount: ['grandtotalpurchased', 'gtpurchased', 'grandtotal', 'grandtotalbase', 'gtbase', 'basegrandtotal'],
    refunded: ['totalrefunded', 'basetotalrefunded'],
    currency: ['ordercurrencycode', 'ordercurrency'],
    status: ['status', 'state'],
  },
  // A new order waits for its payment; a closed one was refunded.
  statuses: { pending: 'not_bought', closed: 'refunded' },
};

const BIGCOMMERCE: Layout = {
  title: 'order export of BigCommerce',
  rows: 'orders',
  needs: [
    ['orderid', 'id'],
    ['orderstatus', 'status'],
    ['ordertotalinctax', 'totalinctax', 'ordertotalextax', 'totalextax'],
    ['orderdate', 'datecreated'],
  ],
  columns: {
    order: ['orderid', 'id'],
    customer: ['customerid'],
    email: ['customeremail', 'billingemail', 'billingaddressemail'],
    phone: ['customerphone', 'billingphone', 'billingaddressphone'],
    name: ['customername', 'billingname'],
    date: ['orderdate', 'datecreated'],
    time: ['ordertime'],
    amount: ['ordertotalinctax', 'totalinctax', 'ordertotalextax', 'totalextax'],
    refunded: ['refundamount', 'refundedamount'],
    currency: ['ordercurrencycode', 'transactioncurrencycode', 'currencycode'],
    status: ['orderstatus', 'status'],
  },
};

/** Names the meaning of states that have numbers. @param first the number of the first one */
const byNumber = (first: number, kinds: readonly StatusKind[]): Readonly<Record<string, StatusKind>> =>
  Object.fromEntries(kinds.map((kind, i) => [first + i, kind]));

/** The list of orders of the back office, in the language of its user, which names customers, and the columns of the table `ps_orders`. */
const PRESTASHOP: Layout = {
  title: 'order export of PrestaShop',
  rows: 'orders',
  needs: [
    ['reference', 'référence', 'referencia', 'riferimento', 'referenz'],
    ['idorder', 'id'],
    ['total', 'totalpaid', 'totalpaidtaxincl', 'totale', 'gesamt'],
    ['date', 'dateadd', 'fecha', 'data', 'datum'],
    ['customer', 'idcustomer', 'email', 'client', 'cliente', 'kunde'],
  ],
  columns: {
    order: ['idorder', 'id', 'reference'],
    customer: ['idcustomer'],
    email: ['email', 'customeremail'],
    name: ['customer', 'client', 'cliente', 'kunde'],
    date: ['dateadd', 'date', 'fecha', 'data', 'datum'],
    amount: ['totalpaidtaxincl', 'totalpaid', 'total', 'totale', 'gesamt'],
    currency: ['currency', 'isocode'],
    status: ['status', 'orderstate', 'osname', 'currentstate', 'état', 'statut', 'estado', 'stato'],
  },
  // The numbers of the statuses that every shop begins with.
  statuses: {
    ...byNumber(1, ['not_bought', 'bought', 'bought', 'bought', 'bought', 'cancelled', 'refunded']),
    ...byNumber(8, ['not_bought', 'bought', 'not_bought', 'bought', 'not_bought', 'bought', 'not_bought']),
  },
};

/**
 * Shopware 6 has the export profile "Default orders", which names the state of an order by an id only: the owner says what each one means. Other
 * profiles write `orderNumber` and the name of the state, Shopware 5 `ordernumber` with `invoiceAmount`.
 */
const SHOPWARE: Layout = {
  title: 'order export of Shopware',
  rows: 'orders',
  needs: [['ordernumber'], ['amounttotal', 'invoiceamount'], ['orderdatetime', 'orderdate', 'ordertime']],
  columns: {
    order: ['ordernumber'],
    customer: ['ordercustomercustomernumber', 'customernumber'],
    email: ['ordercustomeremail', 'customeremail', 'email'],
    phone: ['billingaddressphonenumber', 'billingphone'],
    date: ['orderdatetime', 'orderdate', 'ordertime'],
    amount: ['amounttotal', 'invoiceamount'],
    currency: ['currencyisocode', 'currency', 'currencyshortname'],
    status: wordsOf(
      'orderstatus orderstate state statename statemachinestatename statemachinestatetechnicalname status orderstatusdescription orderstateid',
    ),
    payment: wordsOf(
      'paymentstatus paymentstate transactionstate transactionsstate transactionsstatemachinestatename transactionsstatemachinestatetechnicalname',
    ),
    fulfilment: wordsOf('deliverystatus deliverystate deliveriesstatemachinestatename deliveriesstatemachinestatetechnicalname'),
  },
  // An open order is placed and not sent yet; an open payment is often an invoice.
  statuses: { open: 'bought', offen: 'bought' },
};

/** The table `oc_order`. It names the state by the numbers that every shop begins with; 0 is an order that was never confirmed. */
const OPENCART: Layout = {
  title: 'order table of OpenCart',
  rows: 'orders',
  needs: [['orderid'], ['orderstatusid'], ['total'], ['dateadded']],
  columns: {
    order: ['orderid'],
    customer: ['customerid'],
    email: ['email'],
    phone: ['telephone'],
    date: ['dateadded'],
    amount: ['total'],
    currency: ['currencycode'],
    status: ['orderstatusid'],
  },
  statuses: {
    ...byNumber(0, ['not_bought', 'not_bought', 'bought', 'bought']),
    ...byNumber(5, ['bought', 'bought', 'cancelled', 'not_bought', 'bought', 'not_bought', 'refunded', 'cancelled']),
    ...byNumber(13, ['refunded', 'not_bought', 'bought', 'cancelled']),
  },
};

/** Wix repeats the order in each of its rows; the item columns differ. */
const WIX: Layout = {
  title: 'order export of Wix',
  rows: 'orders',
  needs: [['ordernumber', 'order'], ['datecreated'], ['total'], ['totalorderquantity', 'contactemail', 'billingemail'], ['paymentstatus']],
  columns: {
    order: ['ordernumber', 'order'],
    email: ['contactemail', 'billingemail', 'buyeremail'],
    phone: ['billingphone', 'recipientphone'],
    name: ['billingname'],
    date: ['datecreated'],
    time: ['time'],
    amount: ['total'],
    refunded: ['refundedamount'],
    currency: ['currency'],
    status: ['paymentstatus'],
    fulfilment: ['fulfillmentstatus', 'orderstatus'],
    ...ITEMS,
  },
};

export const SHOP_SYSTEMS = {
  shopify: SHOPIFY,
  squarespace: SQUARESPACE,
  magento: MAGENTO,
  bigcommerce: BIGCOMMERCE,
  shopware: SHOPWARE,
  opencart: OPENCART,
  wix: WIX,
  woocommerce: WOOCOMMERCE,
  prestashop: PRESTASHOP,
} as const satisfies Record<string, Layout>;
