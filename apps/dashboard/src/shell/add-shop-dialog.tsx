import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../api/client';
import { keepFirstKey } from '../api/first-key';
import { ApiProblem } from '../api/problem';
import { useMe } from '../api/me';
import { switchTenant } from '../api/switch-tenant';
import { CurrencySelect } from '../components/fields/currency-select';
import { fieldText } from '../components/fields/text';
import { browserTimeZone } from '../components/fields/time-zones';
import { FormField } from '../components/form-field';
import { Alert } from '../components/ui/alert';
import { Button } from '../components/ui/button';
import { Dialog, DialogClose, DialogContent, DialogFooter } from '../components/ui/dialog';
import { Input } from '../components/ui/input';
import { commonText } from '../text/common';
import { problemText } from '../text/problem-text';
import { text as t } from './text';

/** The limit of the API. */
const LONGEST = 100;

function whyNot(error: unknown): string {
  const isName = error instanceof ApiProblem && error.details.some(({ field }) => field === 'company_name');
  return isName ? t.shops.link : problemText(error);
}

/** Opens another shop for the user. Mount it to open it. */
export function AddShopDialog({ onClose }: { readonly onClose: () => void }) {
  const { tenant } = useMe();
  const [name, setName] = useState('');
  const [currency, setCurrency] = useState(tenant.currency);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const body = { company_name: name.trim(), currency, timezone: browserTimeZone() };
      const opened = await answerOf(api.POST('/auth/tenants', { body }));
      keepFirstKey(opened.tenant.id, opened.api_key);
      await switchTenant(opened.tenant.id, { keepsKey: true });
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t.shops.add} description={t.shops.addBody}>
        <form
          className="mt-4 grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '' && !isPending) mutate();
          }}
        >
          <FormField label={t.shops.name}>
            {(wiring) => (
              <Input
                {...wiring}
                autoComplete="organization"
                value={name}
                maxLength={LONGEST}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </FormField>
          <FormField label={fieldText.currency} hint={fieldText.currencyHint}>
            {(wiring) => <CurrencySelect {...wiring} value={currency} onChange={setCurrency} />}
          </FormField>
          {error !== null && <Alert kind="bad">{whyNot(error)}</Alert>}
          <DialogFooter>
            <DialogClose asChild>
              <Button look="secondary">{commonText.cancel}</Button>
            </DialogClose>
            <Button type="submit" busy={isPending} disabled={name.trim() === ''}>
              {t.shops.submit}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
