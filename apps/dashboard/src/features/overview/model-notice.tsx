import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../api/me';
import { Alert } from '../../components/ui/alert';
import { modelQuery } from './queries';
import { text } from './text';

const t = text.notice;

/** Says when the scores do not come from all orders of the shop yet, that an operator has pinned the model, and when the horizon changes. */
export function ModelNotice() {
  const format = useFormat();
  const { data: model } = useQuery(modelQuery);
  if (model === undefined) return null;
  const { status, warnings, trained_at: trainedAt, planned_horizon: planned, horizon_days: days } = model;
  return (
    <>
      {status === 'provisional' && (
        <Alert kind={trainedAt === null ? 'note' : 'warn'} title={t.provisional}>
          <p>{trainedAt === null ? t.notLearned : t.changed}</p>
        </Alert>
      )}
      {status === 'fitted' && warnings.length > 0 && (
        <Alert kind="warn" title={t.pinned}>
          <p>{warnings.join(' ')}</p>
        </Alert>
      )}
      {planned !== null && days !== null && (
        <Alert title={t.horizon(format.day(planned.from), days, planned.horizon_days)}>
          <p>
            {planned.horizon_days > days ? t.longer(days) : t.shorter(planned.horizon_days)}{' '}
            <Link to="/settings" className="font-medium text-accent hover:underline">
              {t.keep(days)}
            </Link>
          </p>
        </Alert>
      )}
    </>
  );
}
