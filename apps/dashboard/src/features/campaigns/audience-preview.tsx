import { useFormat } from '../../api/me';
import type { AudiencePreviewDto } from '../../api/schema';
import { text } from './text';

const t = text.preview;
const REASONS = ['holdout', 'cooldown', 'max_recipients', 'unscored', 'erased'] as const;

/** Shows how many customers would get the campaign, who would not and why. @param isOld the numbers belong to earlier settings. */
export function AudiencePreview({ preview, isOld = false }: { readonly preview: AudiencePreviewDto; readonly isOld?: boolean }) {
  const format = useFormat();
  const { recipients_count: recipients, audience_count: audience, audience_revenue_at_risk: atRisk, left_out: leftOut } = preview;
  if (audience === 0) return <p className="text-sm text-muted">{t.nobodyFits}</p>;
  return (
    <div className={`grid gap-4 transition-opacity ${isOld ? 'opacity-60' : ''}`}>
      <p>
        <span className="block text-3xl font-semibold tracking-tight tabular-nums">
          {recipients === 0 ? t.nobody : text.customers(recipients)}
        </span>
        <span className="text-sm text-muted">{t.of(audience, format.money(atRisk, 'round'))}</span>
      </p>
      <div className="flex h-2.5 overflow-hidden rounded-full bg-subtle" aria-hidden>
        <span className="bg-accent" style={{ width: `${(100 * recipients) / audience}%` }} />
        <span className="bg-warn" style={{ width: `${(100 * leftOut.holdout) / audience}%` }} />
      </div>
      <ul className="grid gap-1.5 text-sm">
        <Part dot="bg-accent" count={format.number(recipients)} label={t.recipients} />
        {REASONS.filter((reason) => leftOut[reason] > 0).map((reason) => (
          <Part
            key={reason}
            dot={reason === 'holdout' ? 'bg-warn' : 'bg-input'}
            count={format.number(leftOut[reason])}
            label={t.parts[reason]}
          />
        ))}
      </ul>
      {preview.customer_external_ids.length > 0 && <FirstOnes ids={preview.customer_external_ids} />}
    </div>
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

function FirstOnes({ ids }: { readonly ids: readonly string[] }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer font-medium text-accent">{t.first(ids.length)}</summary>
      <p className="mt-2 text-[0.8125rem] text-muted">{t.mostFirst}</p>
      <ul className="mt-2 flex flex-wrap gap-1.5">
        {ids.map((id) => (
          <li key={id} className="max-w-full truncate rounded-md bg-subtle px-2 py-0.5 font-mono text-xs">
            {id}
          </li>
        ))}
      </ul>
    </details>
  );
}
