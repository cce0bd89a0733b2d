import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { ApiKeys, type Caller } from './api-keys.js';

/** A key is about 51 characters; anything much longer is not worth hashing. */
const LONGEST_KEY = 256;

/** `X-API-Key: <key>`, nothing before the key. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy, 'api-key') {
  constructor(private readonly keys: ApiKeys) {
    super({ header: 'X-API-Key', prefix: '' }, false);
  }

  async validate(key: string): Promise<Caller | null> {
    return key.length > LONGEST_KEY ? null : this.keys.callerOf(key);
  }
}
