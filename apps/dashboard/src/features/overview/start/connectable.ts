import type { IntegrationsDto } from '../../../api/schema';
import { capital } from '../../../text/capital';
import { text } from '../text';

const LIST = new Intl.ListFormat('en', { type: 'disjunction' });

/** Names the platforms whose shops can be connected here. Only WooCommerce needs no app that the operator sets up. */
export const connectable = (available: IntegrationsDto['available_platforms']): string =>
  capital(LIST.format([...available.map((platform) => text.start.platforms[platform]), text.start.wooCommerce]));
