/** The source of events: the way in that they took, and who sent them. */
export interface EventSource {
  readonly via: 'api' | 'webhook' | 'upload' | 'storefront';
  /** The prefix of the API key, or `platform:shop`; null when a person sent them. */
  readonly sender: string | null;
  /** The number of the API key; absent when no key brought them. */
  readonly keyNumber?: number;
}

/** Returns the four bytes that an accepted event keeps of its source. The id of a storefront's event names the shop. */
export const receivedByOf = ({ via, keyNumber = 0 }: EventSource): number => (via === 'webhook' ? -keyNumber : keyNumber);
