import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiResponse } from '@nestjs/swagger';
import { OptionalHeader } from '../optional-header.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { AnyQuery } from '../../http/request/query.interceptor.js';

const OTHER_NAMES = 'Shopify, Shopline and WooCommerce send theirs: `X-Shopify-…`, `X-Shopline-…`, `X-WC-Webhook-…`.';

/** Describes the parts that all storefront webhooks share. Their URLs are registered with platforms, which may add a query. */
export const ApiStorefrontWebhook = (): MethodDecorator =>
  applyDecorators(
    AnyQuery(),
    // A platform with its own header names sends another header instead.
    OptionalHeader(
      'X-Storefront-Hmac-SHA256',
      `HMAC-SHA256 of the body as sent, base64 or hex, keyed with the secret of the storefront app; needed. ${OTHER_NAMES}`,
      { type: 'string', example: 'XWmrwMey6OsLMeiZKwP4FppHH3cmAiiJJAweH5Jo4bM=' },
    ),
    OptionalHeader('X-Storefront-Topic', 'Tells what happened', { type: 'string', example: 'orders/create' }),
    OptionalHeader('X-Storefront-Shop-Domain', 'Must be the connected shop', { type: 'string', example: 'my-shop.example.com' }),
    OptionalHeader('X-Storefront-Event-Id', 'Recognises a repeated delivery', { type: 'string', maxLength: 128 }),
    ApiBody({
      description: "The platform's own JSON: a resource, or an array of them",
      schema: { oneOf: [{ type: 'object' }, { type: 'array', items: { type: 'object' } }] },
    }),
    ApiResponse({ status: 400, type: ErrorDto, description: 'Correctly signed, and not JSON' }),
    ApiResponse({ status: 413, type: ErrorDto, description: 'The body is larger than 2 MiB' }),
    ApiResponse({
      status: 429,
      type: ErrorDto,
      description: 'Too many calls without a good signature, or `quota_exceeded`: the tenant may not store more now. Send it again later',
    }),
    ApiResponse({
      status: 503,
      type: ErrorDto,
      description: 'Not certainly stored, or too many calls of a shop that signs with its own secret; sending it again is safe',
    }),
  );

export const WHAT_COUNTS =
  'The service accepts topics that say nothing about purchases, and stores nothing for them. It stores each event once.';
