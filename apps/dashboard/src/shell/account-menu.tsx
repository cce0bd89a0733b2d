import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { BookOpen, ChevronsUpDown, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { answerOf, api } from '../api/client';
import { useEndSession } from '../api/end-session';
import { useMe } from '../api/me';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../components/ui/dropdown-menu';
import { AddShopDialog } from './add-shop-dialog';
import { ShopMenu } from './shop-menu';
import { text as t } from './text';
import { chooseTheme, type Theme, useTheme } from './theme';

const THEMES = [
  { theme: 'light', Icon: Sun },
  { theme: 'dark', Icon: Moon },
  { theme: 'system', Icon: Monitor },
] as const;

function useSignOut(): () => void {
  const endSession = useEndSession();
  const { mutate } = useMutation({
    mutationFn: () => answerOf(api.POST('/auth/logout', { body: {} })),
    onSettled: endSession,
  });
  return mutate;
}

/** Shows the signed-in user, with the theme and the sign-out. */
export function AccountMenu() {
  const { user, tenant } = useMe();
  const theme = useTheme();
  const signOut = useSignOut();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger className="flex w-full items-center gap-3 rounded-lg px-2 py-2 text-left hover:bg-subtle data-[state=open]:bg-subtle">
          <span className="sr-only">{t.account}</span>
          <span
            className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-accent uppercase"
            aria-hidden
          >
            {tenant.name.slice(0, 1)}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-medium">{tenant.name}</span>
            <span className="block truncate text-xs text-muted">{user.email}</span>
          </span>
          <ChevronsUpDown className="size-4 shrink-0 text-muted" aria-hidden />
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start" className="w-60">
          <ShopMenu onAdd={() => setAdding(true)} />
          <DropdownMenuLabel>{t.theme.title}</DropdownMenuLabel>
          <DropdownMenuRadioGroup value={theme} onValueChange={(chosen) => chooseTheme(chosen as Theme)}>
            {THEMES.map(({ theme: choice, Icon }) => (
              <DropdownMenuRadioItem key={choice} value={choice}>
                <Icon aria-hidden />
                {t.theme[choice]}
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
          <DropdownMenuSeparator />
          <DropdownMenuItem asChild>
            <a href="/docs" target="_blank" rel="noreferrer">
              <BookOpen aria-hidden />
              {t.documentation}
            </a>
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={signOut}>
            <LogOut aria-hidden />
            {t.signOut}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {isAdding && <AddShopDialog onClose={() => setAdding(false)} />}
    </>
  );
}
