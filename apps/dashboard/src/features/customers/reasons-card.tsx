import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import type { ReasonDto } from '../../api/schema';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { capital } from '../../text/capital';
import { text } from './text';

const t = text.one.reasons;

/** The look of a reason by the sign of its effect. */
const LOOKS = {
  [-1]: { Icon: TrendingDown, look: 'bg-good-soft text-good', colour: 'text-good', words: t.lowers },
  0: { Icon: Minus, look: 'bg-subtle text-muted', colour: 'text-muted', words: t.neither },
  1: { Icon: TrendingUp, look: 'bg-danger-soft text-danger', colour: 'text-danger', words: t.raises },
} as const;

/** Lists the reasons for the score. */
export function ReasonsCard({ reasons }: { readonly reasons: readonly ReasonDto[] }) {
  return (
    <Card>
      <CardHeader title={t.title} />
      <CardBody>
        {reasons.length === 0 && <p className="text-sm text-muted">{t.none}</p>}
        <ul className="grid gap-4">
          {reasons.map(({ factor, effect, text: sentence }) => {
            const { Icon, look, colour, words } = LOOKS[Math.sign(effect) as -1 | 0 | 1];
            return (
              <li key={factor} className="flex gap-3.5">
                <span className={`mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-full ${look}`}>
                  <Icon className="size-4" aria-hidden />
                </span>
                <div className="min-w-0">
                  <p>{capital(sentence)}</p>
                  <p className={`text-[0.8125rem] ${colour}`}>{words}</p>
                </div>
              </li>
            );
          })}
        </ul>
      </CardBody>
    </Card>
  );
}
