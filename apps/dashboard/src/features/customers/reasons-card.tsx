import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReasonDto } from '../../api/schema';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { capital } from '../../text/capital';
import { text } from './text';

const t = text.one.reasons;

/** Lists the reasons for the score. */
export function ReasonsCard({ reasons }: { readonly reasons: readonly ReasonDto[] }) {
  return (
    <Card>
      <CardHeader title={t.title} />
      <CardBody>
        {reasons.length === 0 && <p className="text-sm text-muted">{t.none}</p>}
        <ul className="grid gap-4">
          {reasons.map(({ factor, effect, text: sentence }) => {
            const raises = effect > 0;
            const Icon = raises ? TrendingUp : TrendingDown;
            return (
              <li key={factor} className="flex gap-3.5">
                <span
                  className={`mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-full ${raises ? 'bg-danger-soft text-danger' : 'bg-good-soft text-good'}`}
                >
                  <Icon className="size-4" aria-hidden />
                </span>
                <div className="min-w-0">
                  <p>{capital(sentence)}</p>
                  <p className={`text-[0.8125rem] ${raises ? 'text-danger' : 'text-good'}`}>{raises ? t.raises : t.lowers}</p>
                </div>
              </li>
            );
          })}
        </ul>
      </CardBody>
    </Card>
  );
}
