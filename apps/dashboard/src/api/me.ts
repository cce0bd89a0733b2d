import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ShopFormat, shopFormat } from '../format/shop-format';
import { meQuery } from './queries';
import type { MeDto } from './schema';

/** Who has signed in, and for which shop. On pages behind the sign-in it is always there. */
export const useMe = (): MeDto => useSuspenseQuery(meQuery).data;

/** Numbers, money and dates as this shop writes them. */
export function useFormat(): ShopFormat {
  const { currency, timezone } = useMe().tenant;
  return useMemo(() => shopFormat(currency, timezone), [currency, timezone]);
}
