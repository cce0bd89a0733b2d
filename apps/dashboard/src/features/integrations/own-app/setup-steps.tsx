import type { OwnAppSetupDto } from '../../../api/schema';
import { CopyField } from '../../../components/copy-field';
import { FormField } from '../../../components/form-field';
import { Select } from '../../../components/ui/select';
import type { Platform } from '../../../shared/storefront/begin-connection';
import { text as integrationsText } from '../text';
import { text as t } from './text';

interface CreateProps {
  readonly platforms: readonly Platform[];
  readonly platform: Platform;
  readonly onPlatform: (platform: Platform) => void;
}

/** Step 1: says where to create the app. */
export function CreateStep({ platforms, platform, onPlatform }: CreateProps) {
  const { title, items } = t.create[platform];
  return (
    <>
      <p className="text-sm text-muted">{t.why}</p>
      <FormField label={t.platform}>
        {({ id }) => (
          <Select
            id={id}
            value={platform}
            options={platforms.map((value) => ({ value, label: integrationsText.platforms[value] }))}
            onChange={onPlatform}
          />
        )}
      </FormField>
      <h3 className="font-medium">{title}</h3>
      <ol className="ml-5 grid list-decimal gap-2 text-sm">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ol>
    </>
  );
}

/** Step 2: shows the values to enter in the app. */
export function EnterStep({ setup, platform }: { readonly setup: OwnAppSetupDto; readonly platform: Platform }) {
  const e = t.enter;
  return (
    <>
      <h3 className="font-medium">{e.title[platform]}</h3>
      {platform === 'shopify' && <p className="text-sm">{e.shopifyVersion}</p>}
      <Value label={e.appUrl} value={setup.app_url} />
      <Value label={e.redirectUrl[platform]} value={setup.redirect_url} />
      <Value label={e.scopes[platform]} value={setup.scopes} hint={platform === 'shopify' ? e.scopesHint : undefined} />
      <Value label={e.complianceUrl[platform]} value={setup.compliance_url} hint={e.compliance[platform]} />
      <p className="text-sm">{e.last[platform]}</p>
    </>
  );
}

function Value({ label, value, hint }: { readonly label: string; readonly value: string; readonly hint?: string | undefined }) {
  return (
    <div className="min-w-0">
      <h4 className="mb-1.5 text-sm font-medium">{label}</h4>
      <CopyField label={label} value={value} />
      {hint !== undefined && <p className="mt-1.5 text-[0.8125rem] text-muted">{hint}</p>}
    </div>
  );
}
