import { timeOfId } from '#libs/core';
import type { TimelineEntryDto } from '#libs/dto';
import { toOrder } from '../customers/list-orders.js';
import type { ListedOrder } from '../customers/list-orders.sql.js';
import type { CustomerSend } from './campaign-sends.sql.js';
import type { CustomerDelivery } from './customer-deliveries.sql.js';
import type { ScoreChange } from './score-changes.sql.js';
import type { Position } from './timeline-order.js';

/** An entry and its place. */
export interface Placed {
  readonly position: Position;
  readonly entry: TimelineEntryDto;
}

export function orderEntry(row: ListedOrder): Placed {
  const { placed_at: at, ...order } = toOrder(row);
  return { position: { kind: 'order', at: row.placed_at, key: row.order_key }, entry: { kind: 'order', at, ...order } };
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
