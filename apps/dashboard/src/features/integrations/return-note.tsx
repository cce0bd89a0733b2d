import { Alert } from '../../components/ui/alert';
import { Button } from '../../components/ui/button';
import type { Return } from './return-from-platform';
import { text } from './text';

const t = text.back;
const REASONS: Readonly<Record<string, string>> = t.reasons;

/** Shows the result of the visit to the platform. */
export function ReturnNote({ search: { storefront, reason = '' }, onClose }: { readonly search: Return; readonly onClose: () => void }) {
  if (storefront === undefined || storefront === 'install') return null;
  const isConnected = storefront === 'connected';
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
