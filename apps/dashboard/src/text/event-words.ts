import { capital } from './capital';

/** Words for event types that are not clear from their names. */
const WORDS = new Map([
  ['customer_history', 'Summary of earlier orders'],
  ['customer_updated', 'Customer record, such as the consent to marketing'],
]);

/** Returns words for an event type: `product_viewed` becomes "Product viewed". */
export const eventWords = (type: string): string => WORDS.get(type) ?? capital(type.replaceAll('_', ' '));
