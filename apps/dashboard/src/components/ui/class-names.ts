import { type ClassValue, clsx } from 'clsx';
import { twMerge } from 'tailwind-merge';

/** Joins class names; of two that set the same, the later one holds. */
export const cn = (...names: ClassValue[]): string => twMerge(clsx(names));
