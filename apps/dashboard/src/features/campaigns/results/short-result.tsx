import { useQuery } from '@tanstack/react-query';
import { TrendingDown, TrendingUp } from 'lucide-react';
import type { CampaignDto } from '../../../api/schema';
import { Skeleton } from '../../../components/ui/skeleton';
import { commonText } from '../../../text/common';
import { outcomeOf, points } from './outcome';
import { resultsQuery } from '../queries';
import { text } from '../text';

const t = text.short;

/** Shows the result of a campaign in a few words. */
export function ShortResult({ campaign }: { readonly campaign: CampaignDto }) {
  const isSent = campaign.stats.sends > 0;
  const { data, error } = useQuery(resultsQuery(campaign));
  if (!isSent) return <span className="text-muted">{t.noneOf[campaign.channel]}</span>;
  if (error !== null) return <span className="text-muted">{commonText.notLoaded}</span>;
  if (data === undefined) return <Skeleton className="h-5 w-32" />;
  if (data.counted_at === null) return <span className="text-muted">{t.counted}</span>;
  if (campaign.channel === 'download' && data.treated.n + data.holdout.n === 0) return <span className="text-muted">{t.list}</span>;
  if (data.treated.n === 0 && data.undelivered > 0) return <span className="font-medium text-danger">{t.undelivered}</span>;
  const outcome = outcomeOf(data, campaign.holdout_percent);
  switch (outcome.kind) {
    case 'early':
      return <span className="text-muted">{t.early}</span>;
    case 'unmeasurable':
      return <span className="text-muted">{t.unmeasurable}</span>;
    case 'noDifference':
      return <span>{t.noDifference}</span>;
    case 'works':
      return (
        <span className="inline-flex items-center gap-1.5 font-medium text-good">
          <TrendingUp className="size-4" aria-hidden />
          {t.works(points(outcome.uplift))}
        </span>
      );
    case 'harms':
      return (
        <span className="inline-flex items-center gap-1.5 font-medium text-danger">
          <TrendingDown className="size-4" aria-hidden />
          {t.harms(points(outcome.uplift))}
        </span>
      );
  }
}
