import type { IntegrationsDto } from '../../api/schema';
import { Link } from '@tanstack/react-router';
import { Alert } from '../../components/ui/alert';
import { Progress } from '../../components/ui/progress';
import { text } from './text';

const t = text.import;

interface Props {
  readonly progress: IntegrationsDto['import'];
  readonly granted: IntegrationsDto['orders_granted'];
  readonly platform: IntegrationsDto['platform'];
}

/** Shows the progress of the import of past orders, and which orders the platform shows at all. */
export function ImportProgress({ progress, granted, platform }: Props) {
  const { state, seconds_left: secondsLeft, short_of_storage: shortOf } = progress;
  return (
    <section aria-label={t.title} className="grid gap-2 text-sm">
      <h3 className="font-medium">{t.title}</h3>
      {state === 'running' && <Progress label={t.title} value={shareOf(progress)} />}
      {state === 'failed' ? (
        <Alert kind="warn">{t.failed}</Alert>
      ) : (
        <p className="text-muted tabular-nums" role="status">
          {wordsOf(progress)} {secondsLeft !== null && t.left(secondsLeft)}
        </p>
      )}
      {shortOf !== null && (
        <Alert kind="warn">
          {t.shortOf[shortOf]}{' '}
          <Link to="/billing" className="font-medium text-accent hover:underline">
            {t.plan}
          </Link>
        </Alert>
      )}
      {(state === 'running' || secondsLeft !== null) && <p className="text-muted">{t.provisional}</p>}
      {granted !== null && (
        <p className="text-muted">
          {granted === 'all' ? t.grantedAll : platform === 'shopify' ? t.grantedShopify : t.grantedRecent}{' '}
          {granted !== 'all' && (
            <Link to="/integrations/upload" className="font-medium text-accent hover:underline">
              {text.connect.upload}
            </Link>
          )}
        </p>
      )}
    </section>
  );
}

/** The days of last orders follow the customers. How many there are is not known. */
const readsLastDays = ({ customers, customers_total: all }: IntegrationsDto['import']): boolean => customers > 0 && customers === all;

/** Returns what is done, from 0 to 1; null when that is not known. */
function shareOf(progress: IntegrationsDto['import']): number | null {
  const { done, total, customers, customers_total: all, collected } = progress;
  const whole = total === null ? 0 : total + (all ?? 0);
  return whole === 0 || collected !== null || readsLastDays(progress) ? null : Math.min(1, (done + customers) / whole);
}

function wordsOf(progress: IntegrationsDto['import']): string {
  const { state, done, total, customers, customers_total: all, collected } = progress;
  switch (state) {
    case 'none':
      return t.none;
    case 'running':
      if (collected !== null) return t.collecting(collected);
      if (readsLastDays(progress)) return t.lastDays;
      return customers > 0 ? t.customers(customers, all) : t.running(done, total);
    case 'done':
      return t.done(done);
    case 'failed':
      return t.failed;
  }
}
