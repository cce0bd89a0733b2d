import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { CampaignDto } from '../../../api/schema';
import { ErrorPanel } from '../../../components/page';
import { Card, CardBody, CardHeader } from '../../../components/ui/card';
import { Skeleton } from '../../../components/ui/skeleton';
import { AudiencePreview } from '../audience-preview';
import { type CampaignForm, previewInputOf } from './campaign-form';
import { unsavedPreviewQuery } from '../queries';
import { text } from '../text';
import { useDebounced } from './use-debounced';

const DEBOUNCE_MS = 400;
const t = text.preview;

/** Shows the recipients for the current input of the form. @param campaign null for a new campaign */
export function LivePreview({ campaign }: { readonly campaign: CampaignDto | null }) {
  const { control } = useFormContext<CampaignForm>();
  const form = useWatch({ control });
  // Compares as text, so that other fields do not trigger a new request.
  const input = useDebounced(JSON.stringify(previewInputOf(form, campaign?.id ?? null)), DEBOUNCE_MS);
  const asked = useMemo(() => JSON.parse(input) as ReturnType<typeof previewInputOf>, [input]);
  const { data, error, refetch, isPlaceholderData } = useQuery({ ...unsavedPreviewQuery(asked ?? {}), enabled: asked !== null });
  return (
    <Card aria-live="polite" aria-busy={isPlaceholderData}>
      <CardHeader title={t.title} />
      <CardBody className="grid gap-4">
        {asked === null && <p className="text-sm text-muted">{t.unsettled}</p>}
        {asked !== null && error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {asked !== null && data === undefined && error === null && <Skeleton className="h-40" />}
        {asked !== null && data !== undefined && error === null && (
          <AudiencePreview
            preview={data}
            audience={asked.audience ?? {}}
            holdoutPercent={asked.holdout_percent ?? 0}
            isNew={campaign === null}
            isSent={campaign !== null && campaign.stats.sends > 0}
            isOld={isPlaceholderData}
          />
        )}
      </CardBody>
    </Card>
  );
}
