import { plainName } from '../csv/columns.js';
import type { CsvRow } from '../csv/csv-rows.js';
import { parseAmount } from '../csv/parse-amount.js';
import { SUBTOTALS } from '../layouts/plain-log.js';
import type { ReadingPlan } from '../rows/plan.js';

const EXTRAS =
  /^(?:order)?(?:total)?(?:shipping|freight|versand|porto|postage|delivery(?:fee|cost|charge)|livraison|fraisdeport|envío|envio|spedizione|verzend|tax|vat|mwst|ust|tva|iva|btw|gst|discount|rabatt|coupon|voucher|gutschein|remise|descuento|sconto|korting|fee)/;
const OTHERS =
  /method|date|address|street|city|state|name|code|status|country|zip|postal|phone|provider|service|id$|type|class|percent|rate|mode/;

/** Returns the columns of shipping, taxes and discounts that amounts of items and subtotals leave out. @param unread the columns that are not read */
export function leftOutColumns(plan: ReadingPlan, rows: readonly CsvRow[], unread: readonly string[]): string[] {
  const { columns, amounts, layout } = plan;
  const name = plainName(columns.nameAt(columns.placesOf('amount')[0] ?? -1));
  const isPart =
    layout.isPlain === true && (amounts === 'price' || (amounts === 'amount' && (plan.rows === 'items' || SUBTOTALS.has(name))));
  if (!isPart) return [];
  return unread.filter((column) => {
    const plain = plainName(column);
    const place = columns.header.indexOf(column);
    return EXTRAS.test(plain) && !OTHERS.test(plain) && rows.some(({ fields }) => isAmount(fields[place] ?? ''));
  });
}

function isAmount(text: string): boolean {
  const read = parseAmount(text);
  return read.kind === 'value' && read.value !== null && read.value !== 0;
}
