import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useMe } from '../../../api/me';
import { FormField } from '../../../components/form-field';
import { Button } from '../../../components/ui/button';
import { Checkbox } from '../../../components/ui/checkbox';
import { Input } from '../../../components/ui/input';
import type { CampaignForm } from './campaign-form';
import { UnitInput } from './unit-input';
import { text as t } from '../arms/text';

const FEWEST = 2;
const MOST = 4;
const emptyArm = (place: number) => ({ name: t.newName(place), text: '', contact_cost: '', redemption_cost: '' });

/** The fields for the offers of a campaign. @param isFixed the campaign was sent, so their number stays */
export function ArmFields({ isFixed }: { readonly isFixed: boolean }) {
  const id = useId();
  const { control, register, formState } = useFormContext<CampaignForm>();
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'arms' });
  return (
    <>
      {isFixed ? (
        fields.length > 0 && <p className="text-[0.8125rem] text-muted">{t.fixed}</p>
      ) : (
        <div className="flex items-center gap-2.5 text-sm">
          <Checkbox
            id={id}
            checked={fields.length > 0}
            onCheckedChange={(on) => replace(on === true ? Array.from({ length: FEWEST }, (_, place) => emptyArm(place)) : [])}
          />
          <label htmlFor={id}>{t.turnOn}</label>
        </div>
      )}
      {fields.map(({ id: key }, place) => (
        <ArmFieldset key={key} place={place} onRemove={!isFixed && fields.length > FEWEST ? () => remove(place) : null} />
      ))}
      {fields.length > 0 && (
        <>
          {!isFixed && fields.length < MOST && (
            <Button look="secondary" size="small" className="justify-self-start" onClick={() => append(emptyArm(fields.length))}>
              <Plus aria-hidden />
              {t.add}
            </Button>
          )}
          <div className="sm:max-w-xs">
            <FormField label={t.hoped} hint={t.hopedHint} error={formState.errors.hoped_effect?.message}>
              {(wiring) => <UnitInput {...wiring} unit={t.hopedUnit} {...register('hoped_effect')} />}
            </FormField>
          </div>
        </>
      )}
    </>
  );
}

interface ArmProps {
  readonly place: number;
  readonly onRemove: (() => void) | null;
}

function ArmFieldset({ place, onRemove }: ArmProps) {
  const { currency } = useMe().tenant;
  const { register, formState } = useFormContext<CampaignForm>();
  const errors = formState.errors.arms?.[place];
  return (
    <fieldset className="grid items-start gap-4 rounded-lg border border-line p-4 sm:grid-cols-2">
      <legend className="px-1 text-sm font-medium">{t.offer(place)}</legend>
      <FormField label={t.name} error={errors?.name?.message}>
        {(wiring) => <Input {...wiring} autoComplete="off" {...register(`arms.${place}.name`)} />}
      </FormField>
      <FormField label={t.content} hint={t.contentHint} error={errors?.text?.message}>
        {(wiring) => <Input {...wiring} autoComplete="off" {...register(`arms.${place}.text`)} />}
      </FormField>
      <FormField label={t.contactCost} error={errors?.contact_cost?.message}>
        {(wiring) => <UnitInput {...wiring} unit={currency} placeholder="0" {...register(`arms.${place}.contact_cost`)} />}
      </FormField>
      <FormField label={t.redemptionCost} hint={t.redemptionHint} error={errors?.redemption_cost?.message}>
        {(wiring) => <UnitInput {...wiring} unit={currency} placeholder="0" {...register(`arms.${place}.redemption_cost`)} />}
      </FormField>
      {onRemove !== null && (
        <Button look="secondary" size="small" className="justify-self-start" onClick={onRemove}>
          <Trash2 aria-hidden />
          {t.remove}
        </Button>
      )}
    </fieldset>
  );
}
