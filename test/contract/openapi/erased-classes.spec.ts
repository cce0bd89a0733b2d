import 'reflect-metadata';
import { Body, Controller, Get, Injectable, Post, Query } from '@nestjs/common';
import { IsInt } from 'class-validator';
import { ApiModule } from '../../../apps/api/src/api.module.js';
import { DeliveryWorkModule } from '../../../apps/scoring-worker/src/delivery-work.module.js';
import { ScoringWorkModule } from '../../../apps/scoring-worker/src/scoring-work.module.js';
import { WorkerModule } from '../../../apps/scoring-worker/src/worker.module.js';
import { controllersOf, erasedInjections, injectablesOf, validatedHandlersOf, unvalidatedInputs } from './erased-classes.js';

// `import type` of a class that Nest needs at run time compiles, boots and leaves Object behind. Types and lint cannot see this.

class Validated {
  @IsInt()
  limit: number;
}

class WithoutRules {
  limit: number;
}

// This is what remains of a class that was imported with `import type`.
interface Erased {
  limit: number;
}

@Controller()
class ErasedInputController {
  @Get()
  erased(@Query() query: Erased): number {
    return query.limit;
  }

  @Post()
  withoutRules(@Body() body: WithoutRules): number {
    return body.limit;
  }

  @Get('validated')
  validated(@Query() query: Validated): number {
    return query.limit;
  }
}

@Injectable()
class WithErasedClass {
  constructor(readonly erased: Erased) {}
}

@Injectable()
class MadeFromErased {
  constructor(readonly nested: WithErasedClass) {}
}

/** With all the work that a worker may take on. */
const WORKER = [WorkerModule, ScoringWorkModule, DeliveryWorkModule].flatMap(injectablesOf);

describe('the classes that Nest sees at run time', () => {
  it('validate every body and every query of the api', () => {
    expect(controllersOf(ApiModule).flatMap(unvalidatedInputs)).toEqual([]);
  });

  it.each([
    ['api', injectablesOf(ApiModule)],
    ['worker', WORKER],
  ])('exist for every constructor parameter of the %s', (_process, injectables) => {
    expect(erasedInjections(injectables)).toEqual([]);
  });

  it('are found at all: the routes with a body or a query, and the classes of the processes', () => {
    expect(controllersOf(ApiModule).flatMap(validatedHandlersOf)).toEqual(
      expect.arrayContaining(['IngestController.create', 'CustomersController.list']),
    );
    expect(injectablesOf(ApiModule).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['ApiKeyGuard', 'EventBatchPipe', 'Ingestion']),
    );
    expect(WORKER.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['WorkerHealthController', 'ScoreFresh', 'DeliverDue', 'SyncStorefronts']),
    );
  });

  it('are reported missing where a body or a query was erased or has no rules', () => {
    expect(unvalidatedInputs(ErasedInputController)).toEqual([
      '@Query() of ErasedInputController.erased is Object',
      '@Body() of ErasedInputController.withoutRules is WithoutRules',
    ]);
  });

  it('are reported missing for a constructor at any depth', () => {
    expect(erasedInjections([MadeFromErased])).toEqual(['parameter 1 of the constructor of WithErasedClass is Object']);
  });
});
