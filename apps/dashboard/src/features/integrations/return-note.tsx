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

/** Shows the result of the visit to the platform, until the card of the shop says more. */
export function ReturnNote({ search: { storefront, reason = '' }, integrations, onClose }: Props) {
  const [first] = useState(integrations.status);
  const { status, import: progress } = integrations;
  const isConnected = storefront === 'connected';
  const isImported = status === 'connected' && progress.state !== 'running' && progress.seconds_left === null;
  // Another way of connecting may have worked since the error.
  const isOver = isConnected ? isImported : status === 'connected' && first !== 'connected';
  const isShown = storefront !== undefined && storefront !== 'install';
  useEffect(() => {
    if (isShown && isOver) onClose();
  });
  if (!isShown || isOver) return null;
  const why = Object.hasOwn(REASONS, reason) ? REASONS[reason] : t.unknown;
  return (
    <Alert kind={isConnected ? 'good' : 'bad'} title={isConnected ? t.connected.title : t.error}>
      <p>{isConnected ? t.connected.body : why}</p>
      <Button look="secondary" size="small" className="mt-2" onClick={onClose}>
        {t.close}
      </Button>
    </Alert>
  );
}
