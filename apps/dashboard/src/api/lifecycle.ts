import type { ChurnDetailDto } from './schema';

export type Lifecycle = NonNullable<ChurnDetailDto['lifecycle']>;
