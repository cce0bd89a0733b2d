import { capital } from './capital';

/** Types of the service whose names say too little. */
const WORDS = new Map([
  ['customer_history', 'Summary of earlier orders'],
  ['customer_updated', 'Customer record, such as the consent to marketing'],
]);

/** Returns words for an event type: `product_viewed` becomes "Product viewed". */
export const eventWords = (type: string): string => WORDS.get(type) ?? capital(type.replaceAll('_', ' '));
