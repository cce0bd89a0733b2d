import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../api/me';
import type { ModelDto } from '../../../api/schema';
import { Dialog, DialogTrigger } from '../../../components/ui/dialog';
import { Skeleton } from '../../../components/ui/skeleton';
import { ModelDialog, UnknownDialog } from './model-dialog';
import { pastWeeksQuery, modelQuery } from '../queries';
import { text } from '../text';
import { Tile } from '../tile';
import { whyUnknown } from './unknown-quality';

const t = text.tiles;

/** Says how well the scores rank the customers, and how far their level is off; or why that is not known. */
export function QualityTile() {
  const { data: model } = useQuery(modelQuery);
  if (model === undefined) return <Tile label={t.quality} value={<Skeleton className="h-8 w-32" />} note={null} />;
  const { quality } = model;
  if (quality === null) return <Tile label={t.quality} value={t.qualityNone} note={<UnknownNote model={model} />} />;
  return <Tile label={t.quality} value={t[`quality_${quality}`]} note={<CheckedNote model={model} />} />;
}

interface NoteProps {
  readonly model: ModelDto;
}

function CheckedNote({ model }: NoteProps) {
  const format = useFormat();
  const { checked_rates: checked, largest_miss: missed } = model;
  return (
    <>
      {checked !== null && <span className="block font-medium text-text">{t.level(pointsBetween(checked))}</span>}
      {checked !== null && `${t.saidHappened[checked.group](format.percent(checked.predicted), format.percent(checked.observed))} `}
      {missed !== null && `${t.missed(format.percent(missed.predicted), format.percent(missed.observed))} `}
      <Dialog>
        <SeeWhy />
        <ModelDialog model={model} />
      </Dialog>
      {' · '}
      <BacktestLink />
    </>
  );
}

/** The difference of the two percentages as the tile shows them. */
const pointsBetween = ({ predicted, observed }: { readonly predicted: number; readonly observed: number }): number =>
  Math.abs(Math.round(100 * predicted) - Math.round(100 * observed));

/** A list of the past may be there, with bad news too, long before there are enough customers for a rating. */
function UnknownNote({ model }: NoteProps) {
  const { data: past } = useQuery(pastWeeksQuery);
  const hasBacktest = past?.status === 'ready';
  return (
    <>
      {`${whyUnknown(model).short} `}
      <Dialog>
        <SeeWhy />
        <UnknownDialog model={model} hasBacktest={hasBacktest} />
      </Dialog>
      {hasBacktest && (
        <>
          {' · '}
          <BacktestLink />
        </>
      )}
    </>
  );
}

const SeeWhy = () => <DialogTrigger className="font-medium text-accent hover:underline">{t.qualityMore}</DialogTrigger>;

const BacktestLink = () => (
  <Link to="/backtest" className="font-medium text-accent hover:underline">
    {t.backtest}
  </Link>
);
