import type { IntegrationsDto } from '../../api/schema';
import { Link } from '@tanstack/react-router';
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
  const { state, done, total } = progress;
  return (
    <section aria-label={t.title} className="grid gap-2 text-sm">
      <h3 className="font-medium">{t.title}</h3>
      {state === 'running' && <Progress label={t.title} value={total === null || total === 0 ? null : Math.min(1, done / total)} />}
      <p className="text-muted tabular-nums" role="status">
        {wordsOf(progress)}
      </p>
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

function wordsOf({ state, done, total }: IntegrationsDto['import']): string {
  switch (state) {
    case 'none':
      return t.none;
    case 'running':
      return t.running(done, total);
    case 'done':
      return t.done(done);
    case 'failed':
      return t.failed;
  }
}
