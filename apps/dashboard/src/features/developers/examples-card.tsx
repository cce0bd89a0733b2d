import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { keptFirstKey } from '../../api/first-key';
import { useMe } from '../../api/me';
import { billingQuery } from '../../api/queries';
import { CopyField } from '../../components/copy-field';
import { Card, CardBody, CardHeader } from '../../components/ui/card';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../components/ui/tabs';
import { exampleOf, type Language } from './examples';
import { text } from './text';

const t = text.examples;
const LANGUAGES: readonly Language[] = ['curl', 'node', 'python'];

export function ExamplesCard() {
  const [now] = useState(() => new Date());
  const { id: tenantId } = useMe().tenant;
  const { data: billing } = useQuery(billingQuery);
  const baseUrl = `${location.origin}/api/v1`;
  return (
    <Card className="min-w-0">
      <CardHeader title={t.title} description={t.description} />
      <CardBody className="grid gap-5">
        <div className="grid gap-1.5">
          <p className="text-sm font-medium">{t.base}</p>
          <CopyField value={baseUrl} label={t.base} />
        </div>
        <Tabs defaultValue="curl" className="min-w-0">
          <TabsList aria-label={t.title}>
            {LANGUAGES.map((language) => (
              <TabsTrigger key={language} value={language}>
                {t.tabs[language]}
              </TabsTrigger>
            ))}
          </TabsList>
          {LANGUAGES.map((language) => (
            <TabsContent key={language} value={language} className="mt-3">
              <CopyField
                multiline
                label={t.label(t.tabs[language])}
                value={exampleOf(language, { baseUrl, key: keptFirstKey(tenantId), now })}
              />
            </TabsContent>
          ))}
        </Tabs>
        {billing !== undefined && (
          <p className="text-[0.8125rem] text-muted">{t.limits(billing.limits.requests_per_minute, billing.limits.max_batch)}</p>
        )}
        <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          <OutLink href="/docs/guides/python-and-php">{t.programs}</OutLink>
          <OutLink href="/api/v1/docs">{t.docs}</OutLink>
          <OutLink href="/api/v1/openapi.json">{t.document}</OutLink>
        </p>
      </CardBody>
    </Card>
  );
}

function OutLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="inline-flex items-center gap-1.5 font-medium text-accent hover:underline">
      {children}
      <ExternalLink className="size-3.5" aria-hidden />
    </a>
  );
}
