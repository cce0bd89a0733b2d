import { Module } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { ChurnModule } from '../churn/churn.module.js';
import { DownloadsModule } from '../http/transport/downloads.module.js';
import { CampaignResults } from './campaign-results.js';
import { CampaignSendsController } from './campaign-sends.controller.js';
import { CampaignSendingController } from './campaign-sending.controller.js';
import { CampaignsController } from './campaigns.controller.js';
import { DownloadRecipients } from './download-recipients.js';
import { ListCampaignSends } from './list-campaign-sends.js';
import { ManageCampaigns } from './manage-campaigns.js';
import { SendCampaign } from './send-campaign.js';
import { RecordListOutcome } from './record-list-outcome.js';

@Module({
  imports: [ChurnModule, DeliveryModule, DownloadsModule],
  // The order matters: otherwise GET /campaigns/results would read a campaign with the id "results".
  controllers: [CampaignSendingController, CampaignSendsController, CampaignsController],
  providers: [ManageCampaigns, SendCampaign, CampaignResults, ListCampaignSends, DownloadRecipients, RecordListOutcome],
})
export class CampaignsModule {}
