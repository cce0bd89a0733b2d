import { CircleAlert, CircleCheck } from 'lucide-react';
import type { IntegrationsDto } from '../../api/schema';
import { text } from './text';

const t = text.shop;
const NAMES: Readonly<Record<string, string>> = t.topicNames;

/** Lists the webhooks that the shop should send, and whether each is set up. */
export function Topics({ topics, missing }: { readonly topics: IntegrationsDto['webhooks']; readonly missing: string }) {
  return (
    <section className="grid gap-2 text-sm">
      <h3 className="font-medium">{t.topics}</h3>
      <ul className="grid gap-1.5 sm:grid-cols-2">
        {topics.map(({ topic, ok }) => (
          <li key={topic} className="flex items-start gap-2">
            {ok ? (
              <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />
            ) : (
              <CircleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
            )}
            <span>
              {NAMES[topic] ?? topic}
              <span className={ok ? 'sr-only' : 'block text-[0.8125rem] text-muted'}> {ok ? t.topicOk : missing}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
