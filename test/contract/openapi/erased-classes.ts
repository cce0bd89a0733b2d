import {
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  MODULE_METADATA,
  PARAMTYPES_METADATA,
  PIPES_METADATA,
  ROUTE_ARGS_METADATA,
  SELF_DECLARED_DEPS_METADATA,
} from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { getMetadataStorage } from 'class-validator';

/** A class as Nest sees it. */
export type Decorated = abstract new (...args: never[]) => object;

/** Nest's metadata for one decorated parameter of a handler. The key of its entry begins with a `RouteParamtypes`. */
interface RouteArgument {
  readonly index: number;
  readonly pipes: readonly unknown[];
}

const VALIDATED = new Map([
  [RouteParamtypes.BODY, '@Body()'],
  [RouteParamtypes.QUERY, '@Query()'],
]);

/** Returns the controllers of a module and of all modules that it imports by their class. */
export const controllersOf = (module: Decorated): Decorated[] =>
  modulesOf(module).flatMap((each) => classesIn(MODULE_METADATA.CONTROLLERS, each));

/** The handlers of a controller that read a body or a query, each as `Class.method`. */
export function validatedHandlersOf(controller: Decorated): string[] {
  const isChecked = (method: string): boolean => routeArguments(controller, method).length > 0;
  return methodsOf(controller)
    .filter(isChecked)
    .map((method) => `${controller.name}.${method}`);
}

/** Returns a sentence for every body or query that is not validated: it has no pipe of its own, and its type is not a class with rules. */
export function unvalidatedInputs(controller: Decorated): string[] {
  return methodsOf(controller).flatMap((method) => {
    const types: unknown[] = Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype, method) ?? [];
    return routeArguments(controller, method)
      .filter(({ index, pipes }) => pipes.length === 0 && !hasRules(types[index]))
      .map(({ index, kind }) => `${kind} of ${controller.name}.${method} is ${nameOf(types[index])}`);
  });
}

/** One sentence for every constructor parameter without a class, of the given classes and of what they are constructed from. */
export function erasedInjections(roots: readonly Decorated[]): string[] {
  const seen = new Set(roots);
  const complaints: string[] = [];
  // The loop also visits the classes that it adds to the set.
  for (const injectable of seen) {
    const explicit = Reflect.getMetadata(SELF_DECLARED_DEPS_METADATA, injectable) as { index: number }[] | undefined;
    const hasToken = new Set(explicit?.map(({ index }) => index));
    const types: unknown[] = Reflect.getOwnMetadata(PARAMTYPES_METADATA, injectable) ?? [];
    for (const [index, type] of types.entries()) {
      if (isOwnClass(type)) seen.add(type);
      else if (!hasToken.has(index)) complaints.push(`parameter ${index + 1} of the constructor of ${injectable.name} is ${nameOf(type)}`);
    }
  }
  return complaints;
}

/**
 * Returns the classes that Nest constructs for a module and its imports: controllers, providers, and the guards, pipes and
 * interceptors of their routes.
 */
export function injectablesOf(module: Decorated): Decorated[] {
  const controllers = controllersOf(module);
  const aroundRoutes = [GUARDS_METADATA, PIPES_METADATA, INTERCEPTORS_METADATA].flatMap((key) =>
    controllers.flatMap((controller) => [controller, ...handlersOf(controller)].flatMap((target) => classesIn(key, target))),
  );
  const pipes = controllers.flatMap((controller) =>
    methodsOf(controller).flatMap((method) => routeArguments(controller, method).flatMap((argument) => argument.pipes.filter(isOwnClass))),
  );
  const providers = modulesOf(module).flatMap((each) => classesIn(MODULE_METADATA.PROVIDERS, each));
  return [...controllers, ...providers, ...aroundRoutes, ...pipes];
}

/** Modules that are configured at run time (`forRoot`) are left out: they provide values and factories. */
function modulesOf(root: Decorated): Decorated[] {
  const modules = new Set([root]);
  // The loop also visits the modules that it adds to the set.
  for (const module of modules) for (const imported of classesIn(MODULE_METADATA.IMPORTS, module)) modules.add(imported);
  return [...modules];
}

function routeArguments(controller: Decorated, method: string): (RouteArgument & { kind: string })[] {
  const found = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<string, RouteArgument>;
  return Object.entries(found).flatMap(([key, argument]) => {
    const kind = VALIDATED.get(Number.parseInt(key, 10));
    return kind === undefined || key.includes('custom') ? [] : [{ ...argument, kind }];
  });
}

const hasRules = (type: unknown): boolean =>
  isOwnClass(type) && getMetadataStorage().getTargetValidationMetadatas(type, '', false, false).length > 0;

const BUILT_IN: ReadonlySet<unknown> = new Set([Object, String, Number, Boolean, Array, Function, Promise, Date, Map, Set]);

const isOwnClass = (type: unknown): type is Decorated & (new () => object) => typeof type === 'function' && !BUILT_IN.has(type);

const nameOf = (type: unknown): string => (typeof type === 'function' ? type.name : String(type));

const methodsOf = (controller: Decorated): string[] => Object.getOwnPropertyNames(controller.prototype);

export const handlersOf = (controller: Decorated): object[] =>
  methodsOf(controller).map((method) => Object.getOwnPropertyDescriptor(controller.prototype, method)?.value as object);

const classesIn = (key: string, target: object): Decorated[] =>
  ((Reflect.getMetadata(key, target) ?? []) as unknown[]).filter((entry) => isOwnClass(entry));
