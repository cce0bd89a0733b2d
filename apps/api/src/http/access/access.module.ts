import { Global, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { ThrottlerModule } from '@nestjs/throttler';
import { Config } from '#libs/config';
import { Clock } from '#libs/core';
import { Database } from '#libs/database';
import { KeyUses } from '#libs/tenants';
import {
  AccessTokens,
  AccountSettings,
  AddressWindow,
  ApiKeyGuard,
  ApiKeys,
  ApiKeyStrategy,
  ConnectedShops,
  EndedKeys,
  JwtGuard,
  JwtStrategy,
  KeyOrAccountGuard,
  OwnSecretCalls,
  RateLimitGuard,
  rateLimitOptions,
  RateWindows,
  RefreshTokens,
  SignedBody,
  StorefrontAppSecrets,
  StrictRate,
} from '#libs/guards';
import { RedisConnections } from '#libs/queues';
import { LocalRateWindows } from '../rate-limit/local-rate-windows.js';
import { RedisRateWindows } from '../rate-limit/redis-rate-windows.js';
import { RedisEndedKeys } from './redis-ended-keys.js';

/** Each process allows a tenant's own shop its whole limit while Redis is away, in percent. */
const WHOLE_LIMIT = 100;

const EXPORTED = [
  AddressWindow,
  ApiKeyGuard,
  ApiKeys,
  AccessTokens,
  AccountSettings,
  ConnectedShops,
  JwtGuard,
  JwtStrategy,
  KeyOrAccountGuard,
  KeyUses,
  RateLimitGuard,
  RateWindows,
  RefreshTokens,
  SignedBody,
  StorefrontAppSecrets,
  StrictRate,
];

/** Provides everything that guards need to identify callers and to count their requests. The module is global, because every controller has a guard. */
@Global()
@Module({
  imports: [
    PassportModule,
    ThrottlerModule.forRootAsync({
      inject: [RateWindows, Config],
      useFactory: (windows: RateWindows, { rateLimit }: Config) => rateLimitOptions(windows, rateLimit.perAddress),
    }),
  ],
  providers: [
    ApiKeyGuard,
    ApiKeys,
    ApiKeyStrategy,
    { provide: KeyUses, inject: [Database, Clock], useFactory: (database: Database, clock: Clock) => new KeyUses(database, clock) },
    AccessTokens,
    ConnectedShops,
    JwtGuard,
    JwtStrategy,
    KeyOrAccountGuard,
    RateLimitGuard,
    RefreshTokens,
    SignedBody,
    {
      provide: AccountSettings,
      inject: [Config],
      useFactory: ({ auth }: Config) => new AccountSettings(auth.jwtSecret, auth.allowedOrigins),
    },
    {
      provide: RateWindows,
      inject: [RedisConnections, Config, Clock],
      useFactory: (connections: RedisConnections, { rateLimit }: Config, clock: Clock) =>
        new RedisRateWindows(connections, rateLimit, clock),
    },
    { provide: EndedKeys, inject: [RedisConnections], useFactory: (connections: RedisConnections) => new RedisEndedKeys(connections) },
    {
      provide: AddressWindow,
      inject: [RateWindows, Config],
      useFactory: (windows: RateWindows, { rateLimit }: Config) => new AddressWindow(windows, rateLimit.perAddress),
    },
    {
      provide: OwnSecretCalls,
      inject: [RateWindows, Clock],
      useFactory: (windows: RateWindows, clock: Clock) => new OwnSecretCalls(windows, new LocalRateWindows(WHOLE_LIMIT, clock)),
    },
    {
      provide: StorefrontAppSecrets,
      inject: [Config],
      useFactory: ({ storefront: { apps } }: Config) =>
        new StorefrontAppSecrets(Object.fromEntries(Object.entries(apps).map(([platform, app]) => [platform, app.secrets]))),
    },
    { provide: StrictRate, inject: [Config], useFactory: ({ rateLimit }: Config) => new StrictRate(rateLimit.strict) },
  ],
  exports: EXPORTED,
})
export class AccessModule {}
