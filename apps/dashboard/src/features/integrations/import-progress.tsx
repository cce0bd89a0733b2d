import type { IntegrationsDto } from '../../api/schema';
import { Progress } from '../../components/ui/progress';
import { text } from './text';

const t = text.import;

/** Shows the progress of the import of past orders. */
export function ImportProgress({ progress }: { readonly progress: IntegrationsDto['import'] }) {
  const { state, done, total } = progress;
  return (
    <section aria-label={t.title} className="grid gap-2 text-sm">
      <h3 className="font-medium">{t.title}</h3>
      {state === 'running' && <Progress label={t.title} value={total === null || total === 0 ? null : Math.min(1, done / total)} />}
      <p className="text-muted tabular-nums" role="status">
        {wordsOf(progress)}
      </p>
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
