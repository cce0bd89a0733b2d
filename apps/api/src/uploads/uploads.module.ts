import { Module } from '@nestjs/common';
import { DashboardUploadsController } from './dashboard-uploads.controller.js';
import { ManageUploads } from './manage-uploads.js';
import { UploadsController } from './uploads.controller.js';

@Module({ controllers: [UploadsController, DashboardUploadsController], providers: [ManageUploads] })
export class UploadsModule {}
