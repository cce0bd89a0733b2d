import { Module } from '@nestjs/common';
import { VendorCalls } from './vendor-calls.js';
import { Vendors } from './vendors.js';

/** Provides the accounts of destinations, so that a test of a destination and its deliveries make the same calls. */
@Module({ providers: [VendorCalls, Vendors], exports: [Vendors] })
export class VendorsModule {}
