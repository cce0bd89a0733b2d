import { timeOfId } from '#libs/core';
import { orderIdOf } from '#libs/orders';
import type { NoteEntryDto, TimelineEntryDto } from '#libs/dto';
import { toOrder } from '../customers/list-orders.js';
import type { ListedOrder } from '../customers/list-orders.sql.js';
import { type NoteReader, toNote } from '../notes/note-entry.js';
import type { NoteRow } from '../notes/notes.sql.js';
import type { Activity } from './activity.sql.js';
import type { CustomerSend } from './campaign-sends.sql.js';
import type { CustomerDelivery } from './customer-deliveries.sql.js';
import type { LoneRefund } from './refunds.sql.js';
import type { ScoreChange } from './score-changes.sql.js';
import type { Position } from './timeline-order.js';

/** An entry and its place. */
export interface Placed<Entry = TimelineEntryDto> {
  readonly position: Position;
  readonly entry: Entry;
}

export function orderEntry(row: ListedOrder): Placed {
  const { placed_at: at, ...order } = toOrder(row);
  return { position: { kind: 'order', at: row.placed_at, key: row.order_key }, entry: { kind: 'order', at, ...order } };
}

export function refundEntry({ order_key: key, refunded_at: at, ...refund }: LoneRefund): Placed {
  return { position: { kind: 'refund', at, key }, entry: { kind: 'refund', at: at.toISOString(), order_id: orderIdOf(key), ...refund } };
}

export function scoreEntry({ calculated_at: at, ...change }: ScoreChange): Placed {
  return { position: { kind: 'score', at, key: '' }, entry: { kind: 'score', at: at.toISOString(), ...change } };
}

export function campaignEntry(row: CustomerSend): Placed {
  return {
    position: { kind: 'campaign', at: row.sent_at, key: row.send_id },
    entry: {
      kind: 'campaign',
      at: row.sent_at.toISOString(),
      campaign_id: row.campaign_id,
      campaign_name: row.name,
      send_id: row.send_id,
      channel: row.channel,
      holdout: row.holdout,
      delivery_status: row.delivery_status,
      window_days: row.window_days,
      ordered: row.has_ordered || (row.is_over ? false : null),
    },
  };
}

export function deliveryEntry({ id, ...delivery }: CustomerDelivery): Placed {
  const at = new Date(timeOfId(id));
  return {
    position: { kind: 'delivery', at, key: id },
    entry: { kind: 'delivery', at: at.toISOString(), delivery_id: id, ...delivery },
  };
}

export function activityEntry({ at, event_type: type, count }: Activity): Placed {
  return { position: { kind: 'activity', at, key: type }, entry: { kind: 'activity', at: at.toISOString(), event_type: type, count } };
}

/** @param person the reader */
export function noteEntry(note: NoteRow, person: NoteReader): Placed<NoteEntryDto> {
  return { position: { kind: 'note', at: new Date(timeOfId(note.id)), key: note.id }, entry: toNote(note, person) };
}
