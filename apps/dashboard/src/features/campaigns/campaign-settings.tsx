import type { ReactNode } from 'react';
import { useFormat } from '../../api/me';
import type { CampaignDto } from '../../api/schema';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { text as armText } from './arms/text';
import { text } from './text';
import { AudienceWords } from './audience-words';
import { whenWords } from './when-words';

const t = text.page;

/** Shows the settings of a campaign in words. */
export function CampaignSettings({ campaign }: { readonly campaign: CampaignDto }) {
  const format = useFormat();
  const { holdout_percent: holdout, cooldown_days: cooldown, max_recipients: most } = campaign;
  return (
    <Card>
      <CardHeader title={t.settings} />
      <CardBody>
        <dl className="grid grid-cols-3 gap-4 text-sm">
          <Entry name={t.audience} isWide>
            <AudienceWords audience={campaign.audience} />
          </Entry>
          <Entry name={t.sentOf[campaign.channel]} isWide>
            {whenWords(campaign).join(' · ')}
          </Entry>
          <Entry name={t.goesTo} isWide>
            {campaign.webhook_url === null ? (
              t.byList
            ) : (
              <span className="font-mono text-[0.8125rem] break-all">{campaign.webhook_url}</span>
            )}
          </Entry>
          {campaign.arms.map(({ name, text: content, contact_cost: contact, redemption_cost: redemption }, place) => (
            <Entry key={name} name={armText.offer(place)} isWide>
              {content === null ? name : `${name}: ${content}`}
              <span className="block text-muted">{armText.costs(format.money(contact), format.money(redemption))}</span>
            </Entry>
          ))}
          <Entry name={t.holdout}>{holdout === 0 ? t.off : format.percent(holdout / 100)}</Entry>
          <Entry name={t.cooldown}>{cooldown === 0 ? t.off : t.days(cooldown)}</Entry>
          <Entry name={t.window}>{campaign.window_days === null ? t.windowOfShop : t.days(campaign.window_days)}</Entry>
          <Entry name={t.most}>{most === null ? t.noMost : format.number(most)}</Entry>
        </dl>
      </CardBody>
    </Card>
  );
}

function Entry({ name, isWide = false, children }: { readonly name: string; readonly isWide?: boolean; readonly children: ReactNode }) {
  return (
    <div className={`min-w-0 ${isWide ? 'col-span-3' : ''}`}>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
