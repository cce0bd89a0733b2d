import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useFormat, useMayAs } from '../api/me';
import { tenantQuery } from '../api/queries';
import { Button } from '../components/ui/button';
import { text } from './text';

const t = text.deletion;

/** Tells all users when all data of the tenant will be deleted. */
export function DeletionBanner() {
  const { data: tenant } = useQuery(tenantQuery);
  const format = useFormat();
  const isOwner = useMayAs('owner');
  if (tenant?.deletion == null) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-warn-soft px-4 py-2.5 text-sm sm:px-6 lg:px-8 print:hidden"
    >
      <p className="flex min-w-0 flex-1 basis-64 gap-2">
        <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
        <span className="min-w-0 break-words">{t.body(format.dateTime(tenant.deletion.deletes_at))}</span>
      </p>
      {isOwner && (
        <Button look="secondary" size="small" asChild>
          <Link to="/settings">{t.open}</Link>
        </Button>
      )}
    </div>
  );
}
