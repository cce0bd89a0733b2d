import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import { LIMITS } from '#libs/core';
import { IsGraceHours } from '#libs/dto';
import { CONNECTABLE, SHOP_LENGTH } from '../integrations.dto.js';

const CREDENTIAL_LENGTH = { min: 8, max: 200 };
const CREDENTIAL = new RegExp(`^[\\x21-\\x7e]{${CREDENTIAL_LENGTH.min},${CREDENTIAL_LENGTH.max}}$`);
const HOW_LONG = `${CREDENTIAL_LENGTH.min} to ${CREDENTIAL_LENGTH.max} characters without spaces, as the platform shows it`;

export class ConnectOwnAppDto {
  @ApiProperty({ enum: CONNECTABLE, description: 'The platform where you have registered the app' })
  @IsIn(CONNECTABLE, { message: `platform must be one of ${CONNECTABLE.join(', ')}` })
  platform: (typeof CONNECTABLE)[number];

  @ApiProperty({
    minLength: SHOP_LENGTH.min,
    maxLength: SHOP_LENGTH.max,
    example: 'your-shop.myshopify.com',
    description: 'The domain of the shop at its platform',
  })
  @IsString({ message: 'shop must be a string' })
  @MinLength(SHOP_LENGTH.min, { message: 'shop must not be empty' })
  @MaxLength(SHOP_LENGTH.max, { message: `shop must have at most ${SHOP_LENGTH.max} characters` })
  shop: string;

  @ApiProperty({
    minLength: CREDENTIAL_LENGTH.min,
    maxLength: CREDENTIAL_LENGTH.max,
    example: 'b7f0c3d2a1e94c5f8a6d7e1f2b3c4d5e',
    description: "The client id of your app; Shopline's app key",
  })
  @Matches(CREDENTIAL, { message: `client_id must have ${HOW_LONG}` })
  client_id: string;

  @ApiProperty({
    minLength: CREDENTIAL_LENGTH.min,
    maxLength: CREDENTIAL_LENGTH.max,
    example: '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',
    description: 'The secret of your app. The service encrypts it and never shows it again',
  })
  // The message does not repeat the value, because it is secret.
  @Matches(CREDENTIAL, { message: `client_secret must have ${HOW_LONG}` })
  client_secret: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: LIMITS.webhookSecretGraceHours.max,
    default: LIMITS.webhookSecretGraceHours.default,
    description: 'Hours that the previous secret stays valid, when the shop is connected and the secret is another one',
  })
  @IsOptional()
  @IsGraceHours(LIMITS.webhookSecretGraceHours.max)
  grace_period_hours: number = LIMITS.webhookSecretGraceHours.default;
}

export class OwnAppConnectionDto {
  @ApiProperty({
    enum: ['connected', 'authorize'],
    description: '`connected`: the platform gave access at once. `authorize`: send the person to `authorize_url`',
  })
  status: 'connected' | 'authorize';

  @ApiProperty({
    type: String,
    format: 'uri',
    nullable: true,
    description: 'Page of the platform on which an administrator of the shop allows the connection; null when the shop is connected',
  })
  authorize_url: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'The app and the shop do not belong to the same organization, so an administrator of the shop must allow access.',
    description: 'Why the platform did not give access at once; null when the shop is connected',
  })
  reason: string | null;
}

export class OwnAppSetupDto {
  @ApiProperty({ enum: CONNECTABLE, isArray: true, description: 'Platforms where you can connect a shop with an app of your own' })
  platforms: (typeof CONNECTABLE)[number][];

  @ApiProperty({ format: 'uri', example: 'https://churn.example.com/integrations', description: 'The URL of the app' })
  app_url: string;

  @ApiProperty({
    format: 'uri',
    example: 'https://churn.example.com/api/v1/integrations/storefront/callback',
    description: 'The redirect URL',
  })
  redirect_url: string;

  @ApiProperty({
    format: 'uri',
    example:
      'https://churn.example.com/api/v1/integrations/storefront/t/01890a5d-ac96-774b-bcce-b302099a8057/compliance?key=Jw3gRT0yTDLtVHBXWxu6LUb1vMlxP0dCBEjSFh5Y9eE',
    description: 'The URL for all compliance webhooks, with a key of your own: other apps may have the same secret',
  })
  compliance_url: string;

  @ApiProperty({ example: 'read_orders,read_customers', description: 'The access scopes of the app, separated by commas' })
  scopes: string;
}
