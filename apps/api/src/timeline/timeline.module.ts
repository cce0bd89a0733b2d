import { Module } from '@nestjs/common';
import { GetTimelineController } from './get-timeline.controller.js';
import { GetTimeline } from './get-timeline.js';

@Module({ controllers: [GetTimelineController], providers: [GetTimeline], exports: [GetTimeline] })
export class TimelineModule {}
