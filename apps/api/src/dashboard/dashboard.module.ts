import { Module } from '@nestjs/common';
import { ChurnModule } from '../churn/churn.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { EventLogModule } from '../event-log/event-log.module.js';
import { IngestModule } from '../ingest/ingest.module.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { DashboardBacktestController } from './dashboard-backtest.controller.js';
import { DashboardChurnController } from './dashboard-churn.controller.js';
import { DashboardCustomersController } from './dashboard-customers.controller.js';
import { DashboardLifecycleController } from './dashboard-lifecycle.controller.js';
import { DashboardEventsController } from './dashboard-events.controller.js';
import { DashboardEventLogController } from './dashboard-event-log.controller.js';
import { DashboardExportController } from './dashboard-export.controller.js';
import { DashboardImportController } from './dashboard-import.controller.js';
import { DashboardTimelineController } from './dashboard-timeline.controller.js';
import { NoteUpload } from './note-upload.js';

/** Lets signed-in people do what API keys may do in other modules, and a little more: see orders, scores by group, and jobs. */
@Module({
  imports: [ChurnModule, CustomersModule, EventLogModule, IngestModule, TimelineModule],
  controllers: [
    DashboardCustomersController,
    DashboardTimelineController,
    DashboardBacktestController,
    DashboardChurnController,
    DashboardLifecycleController,
    DashboardEventsController,
    DashboardExportController,
    DashboardEventLogController,
    DashboardImportController,
  ],
  providers: [NoteUpload],
})
export class DashboardModule {}
