import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ShopFormat, shopFormat } from '../format/shop-format';
import { meQuery } from './queries';
import type { MeDto, UserDto } from './schema';

/** Returns the signed-in user and the shop. Pages behind the sign-in always have both. */
export const useMe = (): MeDto => useSuspenseQuery(meQuery).data;

/** The roles, the highest first. Each may do what the next one may. */
const ROLES: readonly UserDto['role'][] = ['owner', 'admin', 'member', 'viewer'];

/** Returns whether the user has this role or a higher one. */
export const useMayAs = (least: UserDto['role']): boolean => ROLES.indexOf(useMe().user.role) <= ROLES.indexOf(least);

/** Returns the formats for numbers, money and dates of this shop. */
export function useFormat(): ShopFormat {
  const { currency, timezone } = useMe().tenant;
  return useMemo(() => shopFormat(currency, timezone), [currency, timezone]);
}
