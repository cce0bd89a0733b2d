import { campaignsText } from '../features/campaigns/text';
import { overviewText } from '../features/overview/text';
import { signInText } from '../features/sign-in/text';
import { webhooksText } from '../features/webhooks/text';
import { shellText } from '../shell/text';
import { commonText } from './common';

/** Everything that the dashboard says, a section for each feature. Another language is another object of this type. */
export const text = {
  common: commonText,
  shell: shellText,
  signIn: signInText,
  overview: overviewText,
  campaigns: campaignsText,
  webhooks: webhooksText,
} as const;
