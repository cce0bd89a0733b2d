import { useLocation } from '@tanstack/react-router';
import { CircleQuestionMark, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { commonText } from '../text/common';
import { problemText } from '../text/problem-text';
import { helpFor } from './help';
import { Alert } from './ui/alert';
import { Button } from './ui/button';
import { Card } from './ui/card';

interface PageProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** Shown above the title, such as a link to the parent page. */
  readonly above?: ReactNode;
  /** Main actions of the page, next to the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The layout of every page behind the sign-in. */
export function Page({ title, description, above, actions, children }: PageProps) {
  usePageTitle(title);
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pt-3 pb-6 sm:px-6 sm:pt-6 lg:px-8 lg:py-8">
      {above}
      <header className="mb-3 flex flex-wrap items-end sm:mb-6 justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h1 className="min-w-0 text-2xl font-semibold tracking-tight break-words">{title}</h1>
            <HelpLink />
          </div>
          {description !== undefined && <div className="mt-1 text-muted">{description}</div>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Links to the documentation about the current page. It opens in a new tab, so that users do not lose their work. */
function HelpLink() {
  const help = helpFor(useLocation({ select: ({ pathname }) => pathname }));
  if (help === null) return null;
  return (
    <a
      href={help}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1 text-sm text-muted hover:text-text hover:underline"
    >
      <CircleQuestionMark className="size-4 self-center" aria-hidden />
      {commonText.help}
    </a>
  );
}

/** Sets the title of the browser tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${commonText.product}`;
  }, [title]);
}

interface EmptyProps {
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Explains why a list is empty and what to do about it. */
export function EmptyState({ Icon, title, children, action }: EmptyProps) {
  return (
    <Card className="flex flex-col items-center px-6 py-14 text-center">
      <span className="mb-4 rounded-full bg-accent-soft p-3.5 text-accent">
        <Icon className="size-6" aria-hidden />
      </span>
      <h2 className="font-semibold">{title}</h2>
      {children !== undefined && <div className="mt-1 max-w-md text-sm text-muted">{children}</div>}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </Card>
  );
}

/** Explains why a part of a page failed, and offers to try again. */
export function ErrorPanel({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  return (
    <Alert kind="bad" title={commonText.notLoaded}>
      <p>{problemText(error)}</p>
      {onRetry !== undefined && (
        <Button look="secondary" size="small" className="mt-2" onClick={onRetry}>
          {commonText.tryAgain}
        </Button>
      )}
    </Alert>
  );
}
