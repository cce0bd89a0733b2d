import {
  Code,
  CreditCard,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  Package,
  Send,
  Settings,
  ShieldCheck,
  Store,
  UserPlus,
  Users,
  Webhook,
} from 'lucide-react';
import { text } from './text';

interface NavigationEntry {
  readonly to: string;
  readonly label: string;
  readonly Icon: LucideIcon;
}

const { pages } = text;

/** The pages in the order of the navigation. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { to: '/', label: pages.overview, Icon: LayoutDashboard },
  { to: '/customers', label: pages.customers, Icon: Users },
  { to: '/products', label: pages.products, Icon: Package },
  { to: '/campaigns', label: pages.campaigns, Icon: Megaphone },
  { to: '/integrations', label: pages.integrations, Icon: Store },
  { to: '/webhooks', label: pages.webhooks, Icon: Webhook },
  { to: '/destinations', label: pages.destinations, Icon: Send },
  { to: '/developers', label: pages.developers, Icon: Code },
  { to: '/settings', label: pages.settings, Icon: Settings },
  { to: '/team', label: pages.team, Icon: UserPlus },
  { to: '/security', label: pages.security, Icon: ShieldCheck },
  { to: '/billing', label: pages.billing, Icon: CreditCard },
];
