import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Menu, WifiOff } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Button } from '../components/ui/button';
import { AccountMenu } from './account-menu';
import { Brand } from './brand';
import { CrashPage } from './crash-page';
import { DeletionBanner } from './deletion-banner';
import { NAVIGATION } from './navigation';
import { ProofDialog } from './proof-dialog';
import { text as t } from './text';
import { VerifyBanner } from './verify-banner';
import { useOnline } from './use-online';

/** The layout of every page behind the sign-in. */
export function Shell() {
  return (
    <Frame account={<AccountMenu />}>
      <OfflineBanner />
      <VerifyBanner />
      <DeletionBanner />
      <Outlet />
      <ProofDialog />
    </Frame>
  );
}

/** The same layout before anything is known of the person, because the service is away. */
export const ShellWhileAway = ({ error }: { readonly error: unknown }) => (
  <Frame account={null}>
    <OfflineBanner />
    <CrashPage error={error} />
  </Frame>
);

interface FrameProps {
  /** The menu of the signed-in person. */
  readonly account: ReactNode;
}

function Frame({ account, children }: FrameProps & { readonly children: ReactNode }) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-lg bg-accent px-4 py-2 text-on-accent focus:translate-y-0"
      >
        {t.skipToContent}
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-surface px-3 py-4 lg:flex print:hidden">
        <div className="mb-6 px-2">
          <Brand />
        </div>
        <Navigation />
        <div className="mt-auto">{account}</div>
      </aside>
      <TopBar account={account} />
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        {children}
      </main>
    </div>
  );
}

/** The top bar of small screens, where the navigation is a drawer. */
function TopBar({ account }: FrameProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <header className="sticky top-0 z-40 flex h-14 items-center gap-2 border-b border-line bg-surface px-3 lg:hidden print:hidden">
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Trigger asChild>
          <Button look="quiet" size="icon" aria-label={t.openNavigation}>
            <Menu />
          </Button>
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-50 bg-black/50" />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col bg-surface px-3 py-4 shadow-xl"
          >
            <Dialog.Title className="mb-6 px-2">
              <Brand />
            </Dialog.Title>
            <Navigation onChosen={() => setOpen(false)} />
            <div className="mt-auto">{account}</div>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <Brand />
    </header>
  );
}

function Navigation({ onChosen }: { readonly onChosen?: () => void }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <nav aria-label={t.navigation}>
      <ul className="grid gap-0.5">
        {NAVIGATION.map(({ to, label, Icon }) => {
          const isHere = to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`);
          return (
            <li key={to}>
              <Link
                to={to}
                onClick={onChosen}
                aria-current={isHere ? 'page' : undefined}
                className={`flex items-center gap-3 rounded-lg px-2.5 py-2 text-sm font-medium ${isHere ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-subtle hover:text-text'}`}
              >
                <Icon className="size-4.5" aria-hidden />
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function OfflineBanner() {
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-sm">
          <WifiOff className="size-4 text-warn" aria-hidden />
          {t.offline}
        </p>
      )}
    </div>
  );
}
