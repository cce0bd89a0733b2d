import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus, Store } from 'lucide-react';
import { toast } from 'sonner';
import { useMe } from '../api/me';
import { registrationQuery } from '../api/plans';
import { switchTenant } from '../api/switch-tenant';
import {
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from '../components/ui/dropdown-menu';
import { problemText } from '../text/problem-text';
import { text as t } from './text';

/** Lists the shops of the user, to switch between them, and offers to add one. */
export function ShopMenu({ onAdd }: { readonly onAdd: () => void }) {
  const { tenant, tenants, user } = useMe();
  const { data: registration } = useQuery(registrationQuery);
  const mayAdd = registration === 'open' && user.email_verified;
  const { mutate } = useMutation({ mutationFn: (id: string) => switchTenant(id), onError: (error) => toast.error(problemText(error)) });
  if (tenants.length < 2 && !mayAdd) return null;
  return (
    <>
      <DropdownMenuLabel>{t.shops.title}</DropdownMenuLabel>
      <DropdownMenuRadioGroup className="max-h-60 overflow-y-auto" value={tenant.id} onValueChange={(id) => id !== tenant.id && mutate(id)}>
        {tenants.map(({ id, name }) => (
          <DropdownMenuRadioItem key={id} value={id}>
            <Store aria-hidden />
            <span className="min-w-0 truncate">{name}</span>
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
      {mayAdd && (
        <DropdownMenuItem onSelect={onAdd}>
          <Plus aria-hidden />
          {t.shops.add}
        </DropdownMenuItem>
      )}
      <DropdownMenuSeparator />
    </>
  );
}
