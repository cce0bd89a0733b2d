import 'reflect-metadata';
import { Body, Controller, Get, Injectable, Post, Query } from '@nestjs/common';
import { IsInt } from 'class-validator';
import { ApiModule } from '../../apps/api/src/api.module.js';
import { DeliveryWorkModule } from '../../apps/scoring-worker/src/delivery-work.module.js';
import { ScoringWorkModule } from '../../apps/scoring-worker/src/scoring-work.module.js';
import { WorkerModule } from '../../apps/scoring-worker/src/worker.module.js';
import { controllersOf, erasedInjections, injectablesOf, validatedHandlersOf, unvalidatedInputs } from './erased-classes.js';

// `import type` of a class that Nest must see at run time compiles, boots and leaves Object behind. Types and lint cannot tell.

class Judged {
  @IsInt()
  limit: number;
}

class WithoutRules {
  limit: number;
}

// What remains of a class that was imported with `import type`.
interface Erased {
  limit: number;
}

@Controller()
class CarelessController {
  @Get()
  erased(@Query() query: Erased): number {
    return query.limit;
  }

  @Post()
  withoutRules(@Body() body: WithoutRules): number {
    return body.limit;
  }

  @Get('judged')
  judged(@Query() query: Judged): number {
    return query.limit;
  }
}

@Injectable()
class Careless {
  constructor(readonly erased: Erased) {}
}

@Injectable()
class MadeFromCareless {
  constructor(readonly careless: Careless) {}
}

/** With all the work that a worker may take on. */
const WORKER = [WorkerModule, ScoringWorkModule, DeliveryWorkModule].flatMap(injectablesOf);

describe('the classes that Nest sees at run time', () => {
  it('judge every body and every query of the api', () => {
    expect(controllersOf(ApiModule).flatMap(unvalidatedInputs)).toEqual([]);
  });

  it.each([
    ['api', injectablesOf(ApiModule)],
    ['worker', WORKER],
  ])('are there for every constructor of the %s', (_process, injectables) => {
    expect(erasedInjections(injectables)).toEqual([]);
  });

  it('are really found: the routes that read a body or a query, and what the processes are made of', () => {
    expect(controllersOf(ApiModule).flatMap(validatedHandlersOf)).toEqual(
      expect.arrayContaining(['IngestController.create', 'ListCustomersController.list']),
    );
    expect(injectablesOf(ApiModule).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['ApiKeyGuard', 'EventBatchPipe', 'Ingestion']),
    );
    expect(WORKER.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['WorkerHealthController', 'ScoreFresh', 'DeliverDue', 'SyncStorefronts']),
    );
  });

  it('are missed where a body or a query was erased or has no rules', () => {
    expect(unvalidatedInputs(CarelessController)).toEqual([
      '@Query() of CarelessController.erased is Object',
      '@Body() of CarelessController.withoutRules is WithoutRules',
    ]);
  });

  it('are missed where a constructor lost one, however deep', () => {
    expect(erasedInjections([MadeFromCareless])).toEqual(['parameter 1 of the constructor of Careless is Object']);
  });
});
