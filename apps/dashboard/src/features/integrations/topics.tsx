import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import type { IntegrationsDto } from '../../api/schema';
import { text } from './text';

const t = text.shop;
const NAMES: Readonly<Record<string, string>> = t.topicNames;

interface Props {
  readonly topics: IntegrationsDto['webhooks'];
  /** We set up what is missing; otherwise the owner has to. */
  readonly isOurs: boolean;
}

/** Lists the webhooks that the shop should send, and whether each is set up. */
export function Topics({ topics, isOurs }: Props) {
  return (
    <section className="grid gap-2 text-sm">
      <h3 className="font-medium">{t.topics}</h3>
      <ul className="grid gap-1.5 sm:grid-cols-2">
        {topics.map(({ topic, ok }) => (
          <li key={topic} className="flex items-start gap-2">
            <State ok={ok} isOurs={isOurs} />
            <span>
              {NAMES[topic] ?? topic}
              <span className={ok ? 'sr-only' : 'block text-[0.8125rem] text-muted'}>
                {' '}
                {ok ? t.topicOk : isOurs ? t.topicMissing : t.topicToAdd}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function State({ ok, isOurs }: { readonly ok: boolean; readonly isOurs: boolean }) {
  if (ok) return <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />;
  if (isOurs) return <CircleDashed className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />;
  return <CircleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />;
}
