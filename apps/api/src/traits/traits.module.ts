import { Module } from '@nestjs/common';
import { DashboardTraitsController } from './dashboard-traits.controller.js';
import { ManageTraits } from './manage-traits.js';
import { SetTraits } from './set-traits.js';
import { TraitsController } from './traits.controller.js';

@Module({ controllers: [TraitsController, DashboardTraitsController], providers: [SetTraits, ManageTraits] })
export class TraitsModule {}
