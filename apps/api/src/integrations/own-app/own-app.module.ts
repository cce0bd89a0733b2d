import { Module } from '@nestjs/common';
import { IntegrationsModule } from '../integrations.module.js';
import { ConnectOwnApp } from './connect-own-app.js';
import { OwnAppSetup } from './own-app-setup.js';
import { OwnAppController } from './own-app.controller.js';

@Module({ imports: [IntegrationsModule], controllers: [OwnAppController], providers: [ConnectOwnApp, OwnAppSetup] })
export class OwnAppModule {}
