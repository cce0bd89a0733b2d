import { useFormat } from '../../../api/me';
import type { AudiencePreviewDto } from '../../../api/schema';
import { Alert } from '../../../components/ui/alert';
import { text as t } from './text';

interface Props {
  readonly preview: AudiencePreviewDto;
  readonly isSent: boolean;
}

/** Says how many customers would get each offer, and warns when they are too few to compare the offers. */
export function ArmSplit({ preview, isSent }: Props) {
  const format = useFormat();
  const { arms, arm_power: power } = preview;
  if (arms.length === 0 || preview.recipients_count === 0) return null;
  return (
    <div className="grid gap-2 text-sm">
      <p>{t.split}</p>
      <ul className="grid gap-1">
        {arms.map(({ name, recipients_count: count }) => (
          <li key={name} className="flex justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="text-muted tabular-nums">{format.number(count)}</span>
          </li>
        ))}
      </ul>
      {!isSent && power !== null && power.note !== null && (
        <Alert kind="warn">
          {power.note} {t.fewer}
        </Alert>
      )}
      {!isSent && power !== null && power.note === null && (
        <p>{t.enough(power.customers_per_arm, Number((power.effect * 100).toFixed(2)))}</p>
      )}
    </div>
  );
}
