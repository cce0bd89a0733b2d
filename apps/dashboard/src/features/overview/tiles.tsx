import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TO_CONTACT } from '../../api/lifecycle';
import { useFormat, useMe } from '../../api/me';
import type { ExpectedSumDto, LifecycleAnalyticsDto } from '../../api/schema';
import { text as worthText } from '../../shared/slipping/text';
import { countToContact } from '../../shared/slipping/worth';
import { terms } from '../../text/terms';
import { laterOf } from './later-sums';
import { slippingQuery } from './queries';
import { QualityTile } from './quality/quality-tile';
import { text } from './text';
import { Tile } from './tile';

const t = text.tiles;

interface Props {
  readonly lifecycle: LifecycleAnalyticsDto;
}

/** Four answers: what comes in, what contacts can add, how many customers to contact, and whether to believe it. */
export function Tiles({ lifecycle }: Props) {
  const format = useFormat();
  const { revenue, week, late } = lifecycle;
  const all = countToContact(late, TO_CONTACT);
  const { data: slipping } = useQuery(slippingQuery);
  // The customers that a campaign may contact: the money of the others cannot be won now.
  const customers = slipping?.free ?? all;
  const toWin = slipping?.toWin ?? 0;
  const [horizon, ...further] = revenue.sums;
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:order-1 sm:gap-4 lg:gap-5 xl:grid-cols-4">
      <Tile
        label={t.expected}
        hint={t.expectedHint}
        value={horizon === undefined ? '–' : format.money(horizon.expected, 'round')}
        note={horizon === undefined ? t.noMoney : <Outlook horizon={horizon} further={further} />}
      />
      <Tile
        label={t.toWin}
        hint={terms.toWin}
        value={toWin > 0 ? t.upTo(format.money(toWin, 'round')) : '–'}
        note={horizon === undefined ? t.noMoney : winNote({ all, free: customers, isUnknown: slipping?.toWin === 0 })}
      />
      <Tile
        label={t.toContact}
        hint={t.toContactHint}
        value={
          <Link to="/customers" search={{ lifecycle: TO_CONTACT }} className="hover:text-accent hover:underline">
            {format.number(customers)} <span className="text-lg sm:text-xl">{t.customers(customers)}</span>
          </Link>
        }
        note={<ContactNote late={late} week={week} leftOut={slipping === undefined ? 0 : slipping.all - slipping.free} />}
      />
      <QualityTile />
    </div>
  );
}

interface Winning {
  /** Number of customers to contact. */
  readonly all: number;
  /** Number of them that a campaign may contact. */
  readonly free: number;
  readonly isUnknown: boolean;
}

function winNote({ all, free, isUnknown }: Winning): string {
  if (free === 0) return all === 0 ? t.nothingToWin : t.nobodyToWin;
  return isUnknown ? worthText.unknown : t.onTop(free);
}

interface ContactNoteProps extends Pick<LifecycleAnalyticsDto, 'late' | 'week'> {
  /** Number of these customers that no campaign may contact now. */
  readonly leftOut: number;
}

/** Says why customers are to contact, and how many of them wait. */
function ContactNote({ late, week, leftOut }: ContactNoteProps) {
  const { second_order_due: due, slipping } = late;
  return (
    <>
      {due.customers > 0 && <span className="block">{t.secondDue(due.customers)}</span>}
      {slipping.customers > 0 && <span className="block">{t.slipping(slipping.customers, week.began_to_slip)}</span>}
      {leftOut > 0 && <span className="block">{t.leftOut(leftOut)}</span>}
      {due.customers + slipping.customers === 0 && t.noneToContact}
    </>
  );
}

/** Says how sure the sum of the horizon is, and what is expected later. */
function Outlook({ horizon, further }: { readonly horizon: ExpectedSumDto; readonly further: readonly ExpectedSumDto[] }) {
  const format = useFormat();
  const { tenant } = useMe();
  const { p10, p90, days } = horizon;
  if ([horizon, ...further].every(({ expected }) => Number(expected) === 0))
    return (
      <>
        <span className="block">{t.noAmounts(tenant.currency)}</span>
        <Link to="/settings" className="font-medium text-accent hover:underline">
          {t.changeCurrency}
        </Link>
      </>
    );
  return (
    <>
      <span className="block">
        {p10 === null || p90 === null ? t.days(days) : t.likely(format.money(p10, 'round'), format.money(p90, 'round'))}
      </span>
      {(p10 === null || p90 === null) && <span className="block">{t.unknownError}</span>}
      {laterOf(further, format).map((words) => (
        <span key={words} className="block">
          {words}
        </span>
      ))}
    </>
  );
}
