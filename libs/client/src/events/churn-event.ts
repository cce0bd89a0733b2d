import type { EventDto, EventResultDto } from '../generated/api.js';

/** An event to send. A `Date` is sent as ISO 8601 in UTC. */
export type ChurnEvent = Omit<EventDto, 'occurred_at'> & { readonly occurred_at: string | Date };

/** An event in the queue: the given object, and the text to send. Later changes to the object have no effect. */
export interface WrittenEvent {
  readonly event: ChurnEvent;
  readonly json: string;
  /** Length in bytes of the text in UTF-8. */
  readonly bytes: number;
}

/** @throws TypeError when the event cannot be written as JSON, for example because it contains itself. */
export function writeEvent(event: ChurnEvent): WrittenEvent {
  const json: string | undefined = JSON.stringify(event);
  if (json === undefined) throw new TypeError('an event must be an object');
  return { event, json, bytes: Buffer.byteLength(json) };
}

/** The outcome of one event, with its index among the sent events. */
export type EventResult = EventResultDto;
