import { Module } from '@nestjs/common';
import { ManageSegments } from './manage-segments.js';
import { SegmentsController } from './segments.controller.js';

@Module({ controllers: [SegmentsController], providers: [ManageSegments] })
export class SegmentsModule {}
