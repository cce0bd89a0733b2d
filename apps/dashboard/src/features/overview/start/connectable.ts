import type { IntegrationsDto } from '../../../api/schema';
import { capital } from '../../../text/capital';
import { text } from '../text';

const LIST = new Intl.ListFormat('en', { type: 'disjunction' });

/** Names the platforms with shops that can be connected here. Only WooCommerce works without an app that the operator sets up. */
export const connectable = (available: IntegrationsDto['available_platforms']): string =>
  capital(LIST.format([...available.map((platform) => text.start.platforms[platform]), text.start.wooCommerce]));
