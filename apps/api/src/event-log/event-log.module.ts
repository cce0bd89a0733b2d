import { Module } from '@nestjs/common';
import { ListEventsController } from './list-events.controller.js';
import { ListEvents } from './list-events.js';

@Module({ controllers: [ListEventsController], providers: [ListEvents], exports: [ListEvents] })
export class EventLogModule {}
