import { useFormContext, useWatch } from 'react-hook-form';
import { FormField } from '../../../components/form-field';
import { Input } from '../../../components/ui/input';
import { SecretNote } from '../secret-note';
import { text } from '../text';
import type { CampaignForm } from './campaign-form';

const t = text.editor;
const CHANNELS = ['download', 'webhook'] as const;

/** Asks how the customers are reached. @param isFixed the campaign was sent, so it keeps its channel. */
export function ChannelFields({ isFixed }: { readonly isFixed: boolean }) {
  const { control, register, formState } = useFormContext<CampaignForm>();
  const channel = useWatch({ control, name: 'channel' });
  return (
    <>
      <fieldset className="grid gap-3" disabled={isFixed}>
        <legend className="mb-2 text-sm font-medium">{t.channel}</legend>
        {CHANNELS.map((each) => (
          <label key={each} className="flex gap-3 text-sm">
            <input
              type="radio"
              value={each}
              className="mt-1 self-start accent-accent"
              aria-describedby={`channel-${each}`}
              {...register('channel')}
            />
            <span>
              <span className="font-medium">{t.channels[each].name}</span>
              <span id={`channel-${each}`} className="block text-[0.8125rem] text-muted">
                {t.channels[each].hint}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {channel === 'webhook' && (
        <>
          <FormField label={t.url} hint={t.urlHint} error={formState.errors.webhook_url?.message}>
            {(wiring) => <Input {...wiring} type="url" placeholder={t.urlPlaceholder} autoComplete="off" {...register('webhook_url')} />}
          </FormField>
          <SecretNote />
        </>
      )}
    </>
  );
}
