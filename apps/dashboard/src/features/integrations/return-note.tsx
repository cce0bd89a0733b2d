import { useEffect, useState } from 'react';
import type { IntegrationsDto } from '../../api/schema';
import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import type { Return } from './return-from-platform';
import { text } from './text';

const t = text.back;
const REASONS: Readonly<Record<string, string>> = t.reasons;

interface Props {
  readonly search: Return;
  readonly integrations: IntegrationsDto;
  readonly onClose: () => void;
}

const isImported = ({ status, import: { state, seconds_left: left } }: IntegrationsDto): boolean =>
  status === 'connected' && state !== 'running' && left === null;

/** Shows the result of the visit to the platform, until the card of the shop says more. */
export function ReturnNote({ search: { storefront, reason = '' }, integrations, onClose }: Props) {
  const [first] = useState(integrations);
  const { status } = integrations;
  const isConnected = storefront === 'connected';
  // A shop that was imported before has allowed something further. Another way of connecting may have worked since an error.
  const wasImported = isImported(first);
  const isOver = isConnected ? isImported(integrations) && !wasImported : status === 'connected' && first.status !== 'connected';
  const isShown = storefront !== undefined && storefront !== 'install';
  useEffect(() => {
    if (isShown && isOver) onClose();
  });
  if (!isShown || isOver) return null;
  const why = Object.hasOwn(REASONS, reason) ? REASONS[reason] : t.unknown;
  return (
    <Alert kind={isConnected ? 'good' : 'bad'} title={isConnected ? t.connected.title : t.error}>
      <p>{isConnected ? (wasImported ? t.connected.allowed : t.connected.body) : why}</p>
      <Button look="secondary" size="small" className="mt-2" onClick={onClose}>
        {t.close}
      </Button>
    </Alert>
  );
}
