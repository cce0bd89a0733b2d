import { Module } from '@nestjs/common';
import { IntegrationsModule } from '../integrations.module.js';
import { ConnectWooCommerce } from './connect-woocommerce.js';
import { SaveKeys } from './save-keys.js';
import { TryKeys } from './try-keys.js';
import { WooCommerceConnections } from './woocommerce-connections.js';
import { WooCommerceController } from './woocommerce.controller.js';

@Module({
  imports: [IntegrationsModule],
  controllers: [WooCommerceController],
  providers: [TryKeys, WooCommerceConnections, ConnectWooCommerce, SaveKeys],
})
export class WooCommerceModule {}
