import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../api/me';
import type { AudiencePreviewDto, CampaignDto } from '../../api/schema';
import { Alert } from '../../components/ui/alert';
import { useCustomerNames } from '../../shared/addresses/use-address-book';
import { allToContact } from '../../shared/slipping/all-slipping';
import { lifecycleQuery } from '../../shared/slipping/queries';
import { useShopSize } from '../../shared/slipping/use-shop-size';
import { worthOf } from '../../shared/slipping/worth';
import { campaignsFor, type GroupSizes, sizesOf, tooSmallOf, visibleOf } from './control-group';
import { ArmSplit } from './arms/arm-split';
import { text } from './text';

const t = text.preview;
const OTHER_REASONS = [
  'cooldown',
  'reserved',
  'tenant_control',
  'other_control',
  'unsubscribed',
  'no_consent',
  'max_recipients',
  'erased',
] as const;

interface Props {
  readonly preview: AudiencePreviewDto;
  readonly audience: CampaignDto['audience'];
  readonly holdoutPercent: number;
  /** The campaign is not saved yet, so it is not known who is in its control group. */
  readonly isNew?: boolean;
  /** The campaign was sent before, so its groups are larger than those of the next send. */
  readonly isSent?: boolean;
  /** The numbers belong to earlier settings. */
  readonly isOld?: boolean;
}

/** Shows the number of customers who would get the campaign, and the reasons why others would not. */
export function AudiencePreview({
  preview,
  audience: conditions,
  holdoutPercent: percent,
  isNew = false,
  isSent = false,
  isOld = false,
}: Props) {
  const format = useFormat();
  const { audience_count: audience, left_out: leftOut } = preview;
  const sizes = sizesOf(preview);
  const { recipients, holdout } = sizes;
  if (audience === 0) return <p className="text-sm text-muted">{t.nobodyFits}</p>;
  const refused = leftOut.no_consent + leftOut.unsubscribed;
  return (
    <div className={`grid gap-4 transition-opacity ${isOld ? 'opacity-60' : ''}`}>
      <p>
        <span className="block text-3xl font-semibold tracking-tight tabular-nums">
          {recipients === 0 ? t.nobody : text.customers(recipients)}
        </span>
        <span className="block text-sm text-muted">{t.of(audience)}</span>
        {allToContact(conditions) !== null && recipients > 0 && <Worth preview={preview} />}
      </p>
      <div className="flex h-2.5 overflow-hidden rounded-full bg-subtle" aria-hidden>
        <span className="bg-accent" style={{ width: `${(100 * recipients) / audience}%` }} />
        <span className="bg-warn" style={{ width: `${(100 * holdout) / audience}%` }} />
      </div>
      <ul className="grid gap-1.5 text-sm">
        <Part dot="bg-accent" count={format.number(recipients)} label={t.recipients} />
        {holdout > 0 && <Part dot="bg-warn" count={format.number(holdout)} label={t.parts.holdout} />}
        {OTHER_REASONS.filter((reason) => leftOut[reason] > 0).map((reason) => (
          <Part key={reason} dot="bg-input" count={format.number(leftOut[reason])} label={t.parts[reason]} />
        ))}
      </ul>
      <ArmSplit preview={preview} isSent={isSent} />
      {refused > 0 && <p className="text-sm">{t.refused(format.number(refused), format.number(audience))}</p>}
      {isNew && holdout > 0 && <p className="text-[0.8125rem] text-muted">{t.drawn}</p>}
      <p className="text-[0.8125rem] text-muted">{t.window(preview.window_days)}</p>
      {!isSent && <PowerNote sizes={sizes} percent={percent} power={preview.arms.length > 0 ? null : preview.power} />}
      {preview.customer_external_ids.length > 0 && <FirstOnes ids={preview.customer_external_ids} isNew={isNew} />}
    </div>
  );
}

/** Says what contacts with the recipients can bring, where all of the audience are customers to contact. */
function Worth({ preview }: { readonly preview: AudiencePreviewDto }) {
  const format = useFormat();
  const { data } = useQuery(lifecycleQuery);
  const { recipients_count: customers, recipients_revenue_at_risk: toWin } = preview;
  if (data === undefined || customers === 0) return null;
  const worth = worthOf({ customers, toWin: Number(toWin) }, data.revenue.horizon_days, format);
  return <span className="mt-2 block text-sm">{worth}</span>;
}

interface PowerNoteProps {
  readonly sizes: GroupSizes;
  readonly percent: number;
  readonly power: AudiencePreviewDto['power'];
}

/** Says before the first send which effect it can show, and warns if it can show none, or only a large one. */
function PowerNote({ sizes, percent, power }: PowerNoteProps) {
  const format = useFormat();
  const tooSmall = tooSmallOf(sizes, percent);
  if (tooSmall === null) return <VisibleNote sizes={sizes} power={power} />;
  return (
    <Alert kind="warn">
      {tooSmall.kind === 'control'
        ? t.smallControl(tooSmall.holdout, format.percent(tooSmall.percent / 100))
        : t.smallAudience(tooSmall.recipients, tooSmall.holdout)}
    </Alert>
  );
}

function VisibleNote({ sizes, power }: Pick<PowerNoteProps, 'sizes' | 'power'>) {
  const shop = useShopSize();
  const visible = visibleOf(power, sizes);
  if (visible === null) return null;
  const { customers, points, isEnough, effect, needed } = visible;
  const seen = t.visible(customers, points);
  if (isEnough) return <p className="text-sm">{seen}</p>;
  const all = needed.recipients + needed.holdout;
  return (
    <Alert kind="warn">
      {seen}{' '}
      {shop !== null && all > shop
        ? t.beyondShop(shop, effect, campaignsFor(all, customers))
        : t.visibleNeeds(effect, needed.recipients, needed.holdout)}
    </Alert>
  );
}

function Part({ dot, count, label }: { readonly dot: string; readonly count: string; readonly label: string }) {
  return (
    <li className="flex gap-2.5">
      <span className={`mt-1.5 size-2.5 shrink-0 rounded-full ${dot}`} aria-hidden />
      <span>
        <span className="font-medium tabular-nums">{count}</span> <span className="text-muted">{label}</span>
      </span>
    </li>
  );
}

/** Names the first customers. A link would lose what is not saved yet. */
function FirstOnes({ ids, isNew }: { readonly ids: readonly string[]; readonly isNew: boolean }) {
  const nameOf = useCustomerNames();
  return (
    <details className="text-sm">
      <summary className="cursor-pointer font-medium text-accent">{t.first(ids.length)}</summary>
      <p className="mt-2 text-[0.8125rem] text-muted">{t.mostFirst}</p>
      <ul className="mt-2 flex flex-wrap gap-1.5">
        {ids.map((id) => (
          <li key={id} className="max-w-full rounded-md bg-subtle wrap-anywhere px-2 py-0.5 font-mono text-xs">
            {isNew ? (
              nameOf(id)
            ) : (
              <Link to="/customers/$externalId" params={{ externalId: id }} className="inline-block hover:text-accent hover:underline">
                {nameOf(id)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
