import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '#libs/config';
import { MINUTE_MS } from '#libs/core';
import { AddressGuard } from '#libs/delivery';
import { type PlatformAnswer, type PlatformCall, PlatformHttp } from '#libs/storefront';
import { VENDOR_CALL_MS, type VendorHttp } from './vendor-http.js';

/** Larger answers of vendors are refused. */
const ANSWER_BYTES = 512 * 1024;
/** Deadline of the upload of a file. The largest has some 20 MB. */
const UPLOAD_MS = 2 * MINUTE_MS;

/** The calls of a process to vendors. */
@Injectable()
export class VendorCalls implements VendorHttp, OnApplicationShutdown {
  private readonly http: PlatformHttp;
  /** The same, with time to send a file. */
  readonly uploads: PlatformHttp;

  constructor({ webhooks }: Config) {
    this.http = new PlatformHttp(webhooks, new AddressGuard(webhooks.openRanges), VENDOR_CALL_MS, ANSWER_BYTES);
    this.uploads = new PlatformHttp(webhooks, new AddressGuard(webhooks.openRanges), UPLOAD_MS, ANSWER_BYTES);
  }

  call(wanted: PlatformCall): Promise<PlatformAnswer> {
    return this.http.call(wanted);
  }

  onApplicationShutdown(): void {
    this.http.close();
    this.uploads.close();
  }
}
