import { Link } from '@tanstack/react-router';
import { useMayAs } from '../../api/me';
import { Alert } from '../../components/ui/alert';
import { RemoveTestCustomer } from './remove-test-customer';
import { TEST_CUSTOMER } from './test-customer';
import { text as t } from './text';

/** Says that the test customer counts like a real one, and removes it. @param onRemoved is called when it is gone */
export function TestCustomerNotice({ isOwnPage = false, onRemoved }: { readonly isOwnPage?: boolean; readonly onRemoved?: () => void }) {
  const mayRemove = useMayAs('admin');
  return (
    <Alert kind="warn" title={isOwnPage ? t.isTest : t.stillHere}>
      <p>{t.counts}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {!isOwnPage && (
          <Link to="/customers/$externalId" params={{ externalId: TEST_CUSTOMER }} className="font-medium text-accent hover:underline">
            {t.look}
          </Link>
        )}
        {mayRemove ? <RemoveTestCustomer onRemoved={onRemoved} /> : t.adminsRemove}
      </div>
    </Alert>
  );
}
