/** Returns words for an event type that has no better ones: `product_viewed` becomes "Product viewed". */
export function eventWords(type: string): string {
  const words = type.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
