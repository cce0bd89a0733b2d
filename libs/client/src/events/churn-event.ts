import type { EventDto, EventResultDto } from '../generated/api.js';

/** An event as it is sent. A `Date` goes out as ISO 8601 in UTC. */
export type ChurnEvent = Omit<EventDto, 'occurred_at'> & { readonly occurred_at: string | Date };

/** An event that is on its way: as given, and as the text that is sent. Later changes to the object change nothing. */
export interface WrittenEvent {
  readonly event: ChurnEvent;
  readonly json: string;
  /** Length in bytes of the text in UTF-8. */
  readonly bytes: number;
}

/** @throws TypeError when the event cannot be written as JSON, such as one that contains itself. */
export function writeEvent(event: ChurnEvent): WrittenEvent {
  const json: string | undefined = JSON.stringify(event);
  if (json === undefined) throw new TypeError('an event must be an object');
  return { event, json, bytes: Buffer.byteLength(json) };
}

/** The outcome of one event, with its index among the sent events. */
export type EventResult = EventResultDto;
