import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../components/page';
import { Brand } from '../../shell/brand';
import { text } from './text';

interface Props {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Links below the form. */
  readonly footer?: ReactNode;
}

/** The layout of the sign-in pages. */
export function SignInFrame({ title, description, children, footer }: Props) {
  usePageTitle(title);
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <main className="flex flex-col px-5 py-8 sm:px-10">
        <Brand />
        <div className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          {description !== undefined && <p className="mt-1.5 text-muted">{description}</p>}
          <div className="mt-7">{children}</div>
          {footer !== undefined && <p className="mt-6 text-sm text-muted">{footer}</p>}
        </div>
      </main>
      <Promises />
    </div>
  );
}

function Promises() {
  const t = text;
  return (
    <aside className="hidden flex-col justify-center bg-[oklch(0.24_0.06_277)] px-14 text-white lg:flex xl:px-24">
      <p className="max-w-lg text-3xl leading-snug font-semibold tracking-tight">{t.promise}</p>
      <ul className="mt-8 grid gap-4">
        {t.promises.map((promise) => (
          <li key={promise} className="flex gap-3 text-[oklch(0.9_0.03_277)]">
            <Check className="mt-0.5 size-5 shrink-0 text-[oklch(0.8_0.12_160)]" aria-hidden />
            {promise}
          </li>
        ))}
      </ul>
    </aside>
  );
}
