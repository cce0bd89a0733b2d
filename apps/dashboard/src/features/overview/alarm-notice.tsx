import { Link } from '@tanstack/react-router';
import { TO_CONTACT } from '../../api/lifecycle';
import { useFormat } from '../../api/me';
import type { ReturnsDto } from '../../api/schema';
import { Alert } from '../../components/ui/alert';
import { text } from './text';

const t = text.alarm;

/** Says that fewer customers come back than expected, or that no orders arrive at all. Shows nothing while all is as usual. */
export function AlarmNotice({ returns: { alarm } }: { readonly returns: ReturnsDto }) {
  const format = useFormat();
  if (alarm === null) return null;
  const [since, observed, expected] = [format.day(alarm.since), format.number(alarm.observed), format.number(alarm.expected)];
  const look = 'mt-1.5 inline-block font-medium text-accent hover:underline';
  if (alarm.kind === 'data_ended') {
    return (
      <Alert kind="plain" title={alarm.text}>
        <p>{t.dataEnded}</p>
        <Link to="/integrations/upload" className={look}>
          {t.upload}
        </Link>
      </Alert>
    );
  }
  if (alarm.kind === 'no_orders') {
    return (
      <Alert kind="bad" title={t.silent(since)}>
        <p>{t.silentBody(expected)}</p>
        <Link to="/integrations" className={look}>
          {t.integrations}
        </Link>
      </Alert>
    );
  }
  return (
    <Alert kind="bad" title={t.fewer(since, format.percent(alarm.fall))}>
      <p>{t.counts(observed, expected, format.percent(alarm.low), format.percent(alarm.high))}</p>
      <p>{t.look}</p>
      <Link to="/customers" search={{ lifecycle: TO_CONTACT }} className={look}>
        {t.contact}
      </Link>
    </Alert>
  );
}
