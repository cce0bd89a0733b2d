import { CampaignResults } from './campaign-results.js';
import { CampaignSendingController } from './campaign-sending.controller.js';
import { CampaignsController } from './campaigns.controller.js';
import { ManageCampaigns } from './manage-campaigns.js';
import { SendCampaign } from './send-campaign.js';

/** What the module is told of campaigns. */
export const CAMPAIGN_CONTROLLERS = [CampaignsController, CampaignSendingController];
export const CAMPAIGN_PROVIDERS = [ManageCampaigns, SendCampaign, CampaignResults];
