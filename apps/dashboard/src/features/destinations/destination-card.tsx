import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../api/me';
import type { DestinationDto } from '../../api/schema';
import { ForRole } from '../../components/for-role';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { LastSnapshot } from './last-snapshot';
import { RemoveDialog } from './remove-dialog';
import { ResyncProgress } from './resync-progress';
import { text as t } from './text';
import { AllowShopify, lacksAccess } from './allow-shopify';
import { useResync, useSwitch, useTest } from './actions';

const LOOKS = {
  good: { Icon: CircleCheck, look: 'text-good' },
  none: { Icon: CircleDashed, look: 'text-muted' },
  warn: { Icon: CircleAlert, look: 'text-warn' },
  bad: { Icon: CircleX, look: 'text-danger' },
} as const;

/** Returns how the destination does, in words. */
function stateOf(destination: DestinationDto): { readonly look: keyof typeof LOOKS; readonly words: string } {
  const { enabled, disabled_reason: reason, consecutive_failures: failures, last_success_at: arrived } = destination;
  if (!enabled && reason !== null) return { look: 'bad', words: Object.hasOwn(REASONS, reason) ? REASONS[reason]! : t.states.off };
  if (!enabled) return { look: 'warn', words: t.states.off };
  if (failures > 0) return { look: 'warn', words: t.states.failing(failures) };
  return arrived === null ? { look: 'none', words: t.states.waiting } : { look: 'good', words: t.states.working };
}

const REASONS: Readonly<Record<string, string>> = {
  gone: t.states.gone,
  access_missing: t.states.access_missing,
  access_ended: t.states.access_ended,
  key_refused: t.states.key_refused,
  no_success_for_5_days: t.states.no_success_for_5_days,
  operator: t.states.operator,
};

/** The kinds with profiles, which can be sent all at once. */
const KEEPS_PROFILES: ReadonlySet<DestinationDto['kind']> = new Set(['klaviyo', 'shopify']);
const takesAll = (kind: DestinationDto['kind']): boolean => KEEPS_PROFILES.has(kind) || kind === 'storage';

interface Props {
  readonly destination: DestinationDto;
  readonly onEdit: () => void;
}

export function DestinationCard({ destination, onEdit }: Props) {
  const { look, words } = stateOf(destination);
  const { Icon, look: colour } = LOOKS[look];
  return (
    <Card aria-label={destination.name}>
      <CardHeader title={destination.name} description={t.kinds[destination.kind].sends}>
        <span className="rounded-full bg-subtle px-2.5 py-0.5 text-xs font-medium">{t.kinds[destination.kind].name}</span>
      </CardHeader>
      <CardBody className="grid grid-cols-1 gap-4">
        <p className="flex items-center gap-2 text-sm font-medium">
          <Icon className={`size-5 shrink-0 ${colour}`} aria-hidden />
          {words}
        </p>
        {destination.url !== null && <p className="truncate text-sm text-muted">{destination.url}</p>}
        {destination.key_hint !== null && <p className="text-sm text-muted">{t.key(destination.key_hint)}</p>}
        {lacksAccess(destination) && <AllowShopify destination={destination} />}
        <ResyncProgress jobId={destination.resync_job_id} />
        {destination.kind === 'storage' ? <LastSnapshot run={destination.last_snapshot} /> : <Figures destination={destination} />}
        <ForRole least="member">
          <Actions destination={destination} onEdit={onEdit} />
        </ForRole>
      </CardBody>
    </Card>
  );
}

function Figures({ destination }: { readonly destination: DestinationDto }) {
  const format = useFormat();
  const [now] = useState(() => new Date());
  const since = (at: string | null): string => (at === null ? t.never : format.ago(at, now));
  const figures = [
    [t.lastSuccess, since(destination.last_success_at)],
    [t.lastFailure, since(destination.last_failure_at)],
    [t.pending, format.number(destination.pending_count)],
    [t.deadLetters, format.number(destination.dead_letter_count)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-4 border-t border-line pt-4 text-sm sm:grid-cols-4">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="mt-0.5 font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Actions({ destination, onEdit }: Props) {
  const [isRemoving, setIsRemoving] = useState(false);
  const test = useTest(destination);
  const toggle = useSwitch(destination);
  const resync = useResync(destination);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {!lacksAccess(destination) && (
        <Button look="secondary" size="small" busy={test.isPending} onClick={() => test.mutate()}>
          {t.test}
        </Button>
      )}
      <ForRole least="admin">
        {takesAll(destination.kind) && destination.enabled && (
          <Button look="secondary" size="small" busy={resync.isPending} onClick={() => resync.mutate()}>
            {destination.kind === 'storage' ? t.storage.writeNow : t.resync}
          </Button>
        )}
        <Button look="secondary" size="small" onClick={onEdit}>
          {t.edit}
        </Button>
        {!lacksAccess(destination) && (
          <Button look="secondary" size="small" busy={toggle.isPending} onClick={() => toggle.mutate()}>
            {destination.enabled ? t.switchOff : t.switchOn}
          </Button>
        )}
        <Button look="quiet" size="small" onClick={() => setIsRemoving(true)}>
          {t.remove}
        </Button>
      </ForRole>
      <Link to="/webhooks" search={{ tab: 'deliveries', destination: destination.id }} className="ml-auto text-sm text-accent underline">
        {t.deliveries}
      </Link>
      {isRemoving && <RemoveDialog destination={destination} onClose={() => setIsRemoving(false)} />}
    </div>
  );
}
