import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ShopFormat, shopFormat } from '../format/shop-format';
import { meQuery } from './queries';
import type { MeDto } from './schema';

/** Returns the signed-in user and the shop. Pages behind the sign-in always have both. */
export const useMe = (): MeDto => useSuspenseQuery(meQuery).data;

/** Returns the formats for numbers, money and dates of this shop. */
export function useFormat(): ShopFormat {
  const { currency, timezone } = useMe().tenant;
  return useMemo(() => shopFormat(currency, timezone), [currency, timezone]);
}
