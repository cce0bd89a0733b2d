import type { Understanding } from '#libs/order-import';
import { useMe } from '../../api/me';
import { Alert } from '../../components/ui/alert';
import { moneyIn } from '../../format/money-in';
import { text } from './text';

const t = text.plan;
/** The names of unread columns that a reader looks through. */
const NAMED_COLUMNS = 10;

interface Props {
  readonly found: Understanding;
  readonly isByHand: boolean;
}

/** Says what the whole file gives, and what was guessed. */
export function Understood({ found: { summary, unread, leftOut, repeated }, isByHand }: Props) {
  const { currency: shop } = useMe().tenant;
  return (
    <>
      {summary !== null && (
        <p className="text-sm">
          {t.understood(
            summary.rows,
            summary.orders,
            [...summary.amounts].map(([currency, amount]) => moneyIn(currency === '' ? shop : currency, amount)),
          )}
        </p>
      )}
      {repeated.length > 0 && !isByHand && <Alert kind="warn">{t.repeated(repeated)}</Alert>}
      {leftOut.length > 0 && <p className="text-sm break-words">{t.leftOutColumns(leftOut)}</p>}
      {unread.length > 0 && !isByHand && (
        <p className="text-sm break-words text-muted">
          {t.unread(unread.slice(0, NAMED_COLUMNS), Math.max(0, unread.length - NAMED_COLUMNS))}
        </p>
      )}
    </>
  );
}
