import { type ClassValue, clsx } from 'clsx';
import { twMerge } from 'tailwind-merge';

/** Joins class names. If two set the same property, the later one wins. */
export const cn = (...names: ClassValue[]): string => twMerge(clsx(names));
