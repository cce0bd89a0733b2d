import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Archive, CirclePause, CirclePlay, EllipsisVertical, PencilLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { answerOf, api } from '../../api/client';
import type { CampaignDto } from '../../api/schema';
import { useIsSecretMissing } from '../../api/webhook-secret';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { Button } from '../../components/ui/button';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '../../components/ui/dropdown-menu';
import { problemText } from '../../text/problem-text';
import { SendButton } from './sending/send-button';
import { text as t } from './text';

/** The actions that the status of a campaign allows. */
export function CampaignActions({ campaign }: { readonly campaign: CampaignDto }) {
  const { id, status } = campaign;
  const change = useStatusChange(id);
  // SendButton says why.
  const cannotSend = useIsSecretMissing() && campaign.channel === 'webhook';
  if (status === 'archived') return null;
  const mayBeSent = status !== 'paused';
  const isAutomatic = campaign.schedule !== null || campaign.trigger !== null;
  return (
    <>
      <Button asChild look="secondary">
        <Link to="/campaigns/$id/edit" params={{ id }}>
          <PencilLine aria-hidden />
          {t.page.edit}
        </Link>
      </Button>
      {status === 'draft' && isAutomatic && (
        <Button look="secondary" disabled={cannotSend} busy={change.isPending} onClick={() => change.mutate('active')}>
          <CirclePlay aria-hidden />
          {t.page.activate}
        </Button>
      )}
      {status === 'paused' && (
        <Button busy={change.isPending} onClick={() => change.mutate('active')}>
          <CirclePlay aria-hidden />
          {t.page.resume}
        </Button>
      )}
      {mayBeSent && <SendButton campaign={campaign} />}
      <MoreActions campaign={campaign} onPause={() => change.mutate('paused')} />
    </>
  );
}

interface MoreProps {
  readonly campaign: CampaignDto;
  readonly onPause: () => void;
}

/** The menu with rare actions and those that cannot be undone. */
function MoreActions({ campaign, onPause }: MoreProps) {
  const [isRemoving, setRemoving] = useState(false);
  const removal = useRemoval(campaign);
  const isSent = campaign.stats.sends > 0;
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button look="secondary" size="icon" aria-label={t.page.more}>
            <EllipsisVertical />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {campaign.status === 'active' && (
            <DropdownMenuItem onSelect={onPause}>
              <CirclePause aria-hidden />
              {t.page.pause}
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => setRemoving(true)}>
            {isSent ? <Archive aria-hidden /> : <Trash2 aria-hidden />}
            {isSent ? t.page.archive : t.page.remove}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={isSent ? t.confirm.archiveTitle : t.confirm.removeTitle}
        description={isSent ? t.confirm.archiveBody : t.confirm.removeBody}
        confirm={isSent ? t.page.archive : t.page.remove}
        busy={removal.isPending}
        error={removal.error}
        onConfirm={() => removal.mutate(undefined, { onSuccess: () => setRemoving(false) })}
      />
    </>
  );
}

function useStatusChange(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (status: 'active' | 'paused') => answerOf(api.PATCH('/campaigns/{id}', { params: { path: { id } }, body: { status } })),
    onSuccess: async (_changed, status) => {
      await queries.invalidateQueries({ queryKey: ['campaigns'] });
      toast.success(t.page.done[status]);
    },
    onError: (error) => toast.error(problemText(error)),
  });
}

function useRemoval({ id }: CampaignDto) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/campaigns/{id}', { params: { path: { id } } })),
    onSuccess: async ({ outcome }) => {
      toast.success(outcome === 'deleted' ? t.page.removed : t.page.done.archived);
      if (outcome === 'deleted') {
        // Leaves the page first: it would reload the deleted campaign.
        await navigate({ to: '/campaigns' });
        queries.removeQueries({ queryKey: ['campaigns', id] });
      }
      await queries.invalidateQueries({ queryKey: ['campaigns'] });
    },
  });
}
