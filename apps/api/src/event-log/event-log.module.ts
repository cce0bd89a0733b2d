import { Module } from '@nestjs/common';
import { ListEventsController } from './list-events.controller.js';
import { ListEvents } from './list-events.js';
import { DashboardEventLogController } from './dashboard-event-log.controller.js';

@Module({ controllers: [ListEventsController, DashboardEventLogController], providers: [ListEvents], exports: [ListEvents] })
export class EventLogModule {}
