import { CircleCheck, CircleX, Clock, RotateCw } from 'lucide-react';
import type { DeliveryDto } from '../../api/schema';
import { deliveryText } from './text';

const LOOKS = {
  success: { Icon: CircleCheck, look: 'bg-good-soft text-good' },
  pending: { Icon: Clock, look: 'bg-subtle text-muted' },
  failed: { Icon: RotateCw, look: 'bg-warn-soft text-warn' },
  dead_letter: { Icon: CircleX, look: 'bg-danger-soft text-danger' },
} as const;

export function DeliveryStatus({ status }: { readonly status: DeliveryDto['status'] }) {
  const { Icon, look } = LOOKS[status];
  return (
    <span className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap ${look}`}>
      <Icon className="size-3.5" aria-hidden />
      {deliveryText.status[status]}
    </span>
  );
}
