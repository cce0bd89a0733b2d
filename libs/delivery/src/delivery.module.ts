import { Module } from '@nestjs/common';
import { Config } from '#libs/config';
import { AddressGuard } from './address-guard.js';
import { AllowedUrls } from './allowed-url.js';
import { Sender } from './sender.js';

/** Provides the sender of webhooks and its address guard, so that tests of an endpoint and deliveries follow the same rules. */
@Module({
  providers: [
    AllowedUrls,
    { provide: AddressGuard, inject: [Config], useFactory: ({ webhooks }: Config) => new AddressGuard(webhooks.openRanges) },
    {
      provide: Sender,
      inject: [Config, AddressGuard],
      useFactory: ({ webhooks }: Config, guard: AddressGuard) => new Sender(webhooks, guard),
    },
  ],
  exports: [AddressGuard, AllowedUrls, Sender],
})
export class DeliveryModule {}
