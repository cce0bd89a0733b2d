import { Module } from '@nestjs/common';
import { ManageTraits } from './manage-traits.js';
import { SetTraits } from './set-traits.js';
import { TraitsController } from './traits.controller.js';

@Module({ controllers: [TraitsController], providers: [SetTraits, ManageTraits] })
export class TraitsModule {}
