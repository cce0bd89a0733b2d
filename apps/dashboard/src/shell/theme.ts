import { useSyncExternalStore } from 'react';

/** The key in localStorage. public/theme.js reads it before the first paint. */
const KEY = 'theme';
const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

const chosenTheme = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system';

function paint(): void {
  const theme = chosenTheme();
  document.documentElement.classList.toggle('dark', theme === 'dark' || (theme === 'system' && system.matches));
  for (const listener of listeners) listener();
}

system.addEventListener('change', paint);

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  paint();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the theme that was chosen on this device. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, chosenTheme);
