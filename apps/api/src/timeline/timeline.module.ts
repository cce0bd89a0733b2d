import { Module } from '@nestjs/common';
import { GetTimelineController } from './get-timeline.controller.js';
import { GetTimeline } from './get-timeline.js';
import { DashboardTimelineController } from './dashboard-timeline.controller.js';

@Module({ controllers: [GetTimelineController, DashboardTimelineController], providers: [GetTimeline], exports: [GetTimeline] })
export class TimelineModule {}
