import { Module } from '@nestjs/common';
import { Downloads } from './downloads.js';

/** Provides the one place that counts the downloads of a process. */
@Module({ providers: [Downloads], exports: [Downloads] })
export class DownloadsModule {}
