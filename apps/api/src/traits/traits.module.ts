import { Module } from '@nestjs/common';
import { ManageTraits } from './manage-traits.js';
import { SetTraits } from './set-traits.js';
import { TraitsController } from './traits.controller.js';

const USE_CASES = [SetTraits, ManageTraits];

@Module({ controllers: [TraitsController], providers: USE_CASES, exports: USE_CASES })
export class TraitsModule {}
