import { capital } from './capital';

/** Returns words for an event type that has no better ones: `product_viewed` becomes "Product viewed". */
export const eventWords = (type: string): string => capital(type.replaceAll('_', ' '));
