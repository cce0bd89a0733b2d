import { Module } from '@nestjs/common';
import { ListAuditLogController } from './list-audit-log.controller.js';
import { ListAuditLog } from './list-audit-log.js';

@Module({ controllers: [ListAuditLogController], providers: [ListAuditLog] })
export class AuditModule {}
