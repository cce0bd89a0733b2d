import { ApiHeader, type ApiHeaderOptions } from '@nestjs/swagger';

/** Describes a header that a request may leave out. */
export const OptionalHeader = (name: string, description: string, schema: ApiHeaderOptions['schema']): MethodDecorator & ClassDecorator =>
  ApiHeader({ name, required: false, description, schema });
