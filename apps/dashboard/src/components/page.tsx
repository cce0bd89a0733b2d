import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { commonText } from '../text/common';
import { problemText } from '../text/problem-text';
import { Alert } from './ui/alert';
import { Button } from './ui/button';
import { Card } from './ui/card';

interface PageProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** Where the page belongs, over its title. */
  readonly above?: ReactNode;
  /** What the page is mostly for, beside its title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every page behind the sign-in. */
export function Page({ title, description, above, actions, children }: PageProps) {
  usePageTitle(title);
  return (
    <div className="mx-auto w-full max-w-7xl px-4 py-6 sm:px-6 lg:px-8 lg:py-8">
      {above}
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold tracking-tight break-words">{title}</h1>
          {description !== undefined && <div className="mt-1 text-muted">{description}</div>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** What the tab of the browser says. */
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

/** Says why there is nothing here, and what would change that. */
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

/** Says what went wrong with a part of a page, and offers to try it again. */
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
