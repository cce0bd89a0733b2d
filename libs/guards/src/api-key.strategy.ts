import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { ApiKeys, type Caller } from './api-keys.js';

/** Reads `X-API-Key: <key>`, without a prefix before the key. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy, 'api-key') {
  constructor(private readonly keys: ApiKeys) {
    super({ header: 'X-API-Key', prefix: '' }, false);
  }

  validate(key: string): Promise<Caller | null> {
    return this.keys.callerOf(key);
  }
}
