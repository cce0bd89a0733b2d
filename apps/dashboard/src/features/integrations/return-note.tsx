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

/** A small shop may be imported before the page opens. The orders of an older import were counted before this visit. */
const wasImportedBefore = (integrations: IntegrationsDto): boolean => {
  const { connected_at: connectedAt, order_counts: counts } = integrations;
  return isImported(integrations) && connectedAt !== null && counts !== null && Date.parse(counts.counted_at) < Date.parse(connectedAt);
};

/** The app may have been removed since, and a link can be opened later. */
const hasNoAccess = ({ status }: IntegrationsDto): boolean => status === 'disconnected' || status === 'reauthorize';

/** Shows the result of the visit to the platform, until the card of the shop says more. */
export function ReturnNote({ search: { storefront, reason = '' }, integrations, onClose }: Props) {
  const [first] = useState(integrations);
  const { status } = integrations;
  const isConnected = storefront === 'connected';
  // A shop that was imported before has given access again. Another way of connecting may have worked since an error.
  const wasImported = wasImportedBefore(first);
  const isOver = isConnected
    ? hasNoAccess(integrations) || (isImported(integrations) && integrations.order_counts !== null && !wasImported)
    : status === 'connected' && first.status !== 'connected';
  const isShown = storefront !== undefined && storefront !== 'install';
  useEffect(() => {
    if (isShown && isOver) onClose();
  });
  if (!isShown || isOver) return null;
  const why = Object.hasOwn(REASONS, reason) ? REASONS[reason] : t.unknown;
  return (
    <Alert kind={isConnected ? 'good' : 'bad'} title={isConnected ? t.connected.title : t.error}>
      <p>{isConnected ? (isImported(integrations) ? t.connected.allowed : t.connected.body) : why}</p>
      <Button look="secondary" size="small" className="mt-2" onClick={onClose}>
        {t.close}
      </Button>
    </Alert>
  );
}
