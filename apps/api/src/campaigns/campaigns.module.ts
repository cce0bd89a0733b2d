import { Module } from '@nestjs/common';
import { Config } from '#libs/config';
import { AddressGuard } from '#libs/delivery';
import { CampaignResults } from './campaign-results.js';
import { CampaignSendingController } from './campaign-sending.controller.js';
import { CampaignsController } from './campaigns.controller.js';
import { ManageCampaigns } from './manage-campaigns.js';
import { SendCampaign } from './send-campaign.js';

@Module({
  controllers: [CampaignsController, CampaignSendingController],
  providers: [
    ManageCampaigns,
    SendCampaign,
    CampaignResults,
    { provide: AddressGuard, inject: [Config], useFactory: ({ webhooks }: Config) => new AddressGuard(webhooks.openRanges) },
  ],
})
export class CampaignsModule {}
