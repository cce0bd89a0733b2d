import { Module } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { CampaignResults } from './campaign-results.js';
import { CampaignSendingController } from './campaign-sending.controller.js';
import { CampaignsController } from './campaigns.controller.js';
import { ManageCampaigns } from './manage-campaigns.js';
import { SendCampaign } from './send-campaign.js';

@Module({
  imports: [DeliveryModule],
  controllers: [CampaignsController, CampaignSendingController],
  providers: [ManageCampaigns, SendCampaign, CampaignResults],
})
export class CampaignsModule {}
