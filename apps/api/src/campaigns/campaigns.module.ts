import { Module } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { CampaignResults } from './campaign-results.js';
import { CampaignSendingController } from './campaign-sending.controller.js';
import { CampaignsController } from './campaigns.controller.js';
import { ManageCampaigns } from './manage-campaigns.js';
import { SendCampaign } from './send-campaign.js';

@Module({
  imports: [DeliveryModule],
  // In this order: GET /campaigns/results is no campaign with the id "results".
  controllers: [CampaignSendingController, CampaignsController],
  providers: [ManageCampaigns, SendCampaign, CampaignResults],
})
export class CampaignsModule {}
