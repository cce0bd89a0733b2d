import type { LucideIcon } from 'lucide-react';
import { Braces, Webhook } from 'lucide-react';
import { CopyField } from '../../components/copy-field';
import { Button } from '../../components/ui/button';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { text } from './text';

const t = text.other;

/** Explains the API, for shops without a supported platform. */
export function OtherWays() {
  return (
    <Card>
      <CardHeader title={t.title} description={t.body}>
        <Button asChild look="secondary" size="small">
          <a href="/docs/guides/send-events" target="_blank" rel="noreferrer">
            {t.docs}
          </a>
        </Button>
      </CardHeader>
      <CardBody className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Way Icon={Braces} title={t.api} body={t.apiBody} path="/api/v1/events" />
        <Way Icon={Webhook} title={t.custom} body={t.customBody} path="/api/v1/webhooks/custom" />
      </CardBody>
    </Card>
  );
}

interface WayProps {
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly body: string;
  readonly path: string;
}

function Way({ Icon, title, body, path }: WayProps) {
  return (
    <section className="grid grid-cols-1 content-start gap-2">
      <h3 className="flex items-center gap-2 text-sm font-medium">
        <Icon className="size-4 text-muted" aria-hidden />
        {title}
      </h3>
      <p className="text-sm text-muted">{body}</p>
      <CopyField label={t.url(title)} value={location.origin + path} />
    </section>
  );
}
