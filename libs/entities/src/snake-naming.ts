import { DefaultNamingStrategy, type NamingStrategyInterface } from 'typeorm';

/** Columns are snake_case, properties are camelCase: `lastOrderAt` is stored in `last_order_at`. */
export class SnakeNaming extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string | undefined, embeddedPrefixes: string[]): string {
    return customName ?? [...embeddedPrefixes, propertyName].map(toSnakeCase).join('_');
  }
}

const toSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
