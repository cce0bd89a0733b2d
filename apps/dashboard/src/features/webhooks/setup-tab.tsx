import type { WebhookSettingsDto } from '../../api/schema';
import { CopyField } from '../../components/copy-field';
import { LockedBelow } from '../../components/for-role';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { EndpointForm } from './endpoint-form';
import { HealthCard } from './health-card';
import { SecretCard } from './secret-card';
import { StatsCard } from './stats-card';
import { text } from './text';
import { VERIFY_CODE } from './verify-code';

const t = text.verify;

export function SetupTab({ settings }: { readonly settings: WebhookSettingsDto }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <div className="grid grid-cols-1 gap-6">
        <LockedBelow least="admin">
          <EndpointForm settings={settings} />
        </LockedBelow>
        <SecretCard settings={settings} />
      </div>
      <div className="grid grid-cols-1 gap-6">
        <HealthCard settings={settings} />
        <StatsCard />
        <Card>
          <CardHeader title={t.title} description={t.body} />
          <CardBody className="grid grid-cols-1 gap-3">
            <CopyField multiline label={t.label} value={VERIFY_CODE} />
            <p className="text-[0.8125rem] text-muted">{t.advice}</p>
          </CardBody>
        </Card>
      </div>
    </div>
  );
}
