import { billingText } from '../features/billing/text';
import { developersText } from '../features/developers/text';
import { campaignsText } from '../features/campaigns/text';
import { customersText } from '../features/customers/text';
import { integrationsText } from '../features/integrations/text';
import { overviewText } from '../features/overview/text';
import { securityText } from '../features/security/text';
import { settingsText } from '../features/settings/text';
import { signInText } from '../features/sign-in/text';
import { teamText } from '../features/team/text';
import { webhooksText } from '../features/webhooks/text';
import { shellText } from '../shell/text';
import { commonText } from './common';

/** Everything that the dashboard says, a section for each feature. Another language is another object of this type. */
export const text = {
  common: commonText,
  shell: shellText,
  signIn: signInText,
  overview: overviewText,
  customers: customersText,
  developers: developersText,
  settings: settingsText,
  team: teamText,
  security: securityText,
  billing: billingText,
  campaigns: campaignsText,
  integrations: integrationsText,
  webhooks: webhooksText,
} as const;
