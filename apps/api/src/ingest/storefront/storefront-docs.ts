import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiResponse } from '@nestjs/swagger';
import { ErrorDto } from '../../http/errors/error.dto.js';

const OTHER_NAMES = 'Shopify, Shopline and WooCommerce send theirs: `X-Shopify-…`, `X-Shopline-…`, `X-WC-Webhook-…`.';

/** Describes the parts that all storefront webhooks share. */
export const ApiStorefrontWebhook = (): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'X-Storefront-Hmac-SHA256',
      // A platform with its own header names sends another header instead.
      required: false,
      description: `HMAC-SHA256 of the body as sent, base64 or hex, keyed with the secret of the storefront app; needed. ${OTHER_NAMES}`,
      schema: { type: 'string', example: 'XWmrwMey6OsLMeiZKwP4FppHH3cmAiiJJAweH5Jo4bM=' },
    }),
    ApiHeader({
      name: 'X-Storefront-Topic',
      required: false,
      description: 'Tells what happened',
      schema: { type: 'string', example: 'orders/create' },
    }),
    ApiHeader({
      name: 'X-Storefront-Shop-Domain',
      required: false,
      description: 'Must be the connected shop',
      schema: { type: 'string', example: 'my-shop.example.com' },
    }),
    ApiHeader({
      name: 'X-Storefront-Event-Id',
      required: false,
      description: 'Recognises a repeated delivery',
      schema: { type: 'string', maxLength: 128 },
    }),
    ApiBody({
      description: "The platform's own JSON: a resource, or an array of them",
      schema: { oneOf: [{ type: 'object' }, { type: 'array', items: { type: 'object' } }] },
    }),
    ApiResponse({ status: 400, type: ErrorDto, description: 'Correctly signed, and not JSON' }),
    ApiResponse({ status: 413, type: ErrorDto, description: 'The body is larger than 2 MiB' }),
    ApiResponse({
      status: 429,
      type: ErrorDto,
      description: 'Too many calls without a good signature',
    }),
    ApiResponse({
      status: 503,
      type: ErrorDto,
      description: 'Not certainly stored, or too many calls of a shop that signs with its own secret; sending it again is safe',
    }),
  );

export const WHAT_COUNTS =
  'The service accepts topics that say nothing about purchases, and stores nothing for them. It stores each event once.';
