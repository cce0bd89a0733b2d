import { Module } from '@nestjs/common';
import { ManageUploads } from './manage-uploads.js';
import { UploadsController } from './uploads.controller.js';

@Module({ controllers: [UploadsController], providers: [ManageUploads] })
export class UploadsModule {}
