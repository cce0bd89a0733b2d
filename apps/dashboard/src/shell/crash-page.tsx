import { Link, useRouter } from '@tanstack/react-router';
import { CircleAlert, CloudOff, Compass } from 'lucide-react';
import { useEffect } from 'react';
import { isAway } from '../api/problem';
import { LOOK_AGAIN_MS } from '../api/query-client';
import { EmptyState } from '../components/page';
import { Button } from '../components/ui/button';
import { text } from './text';

/** Replaces a page that threw an error. While the service is away it looks again and again. */
export function CrashPage({ error }: { readonly error: unknown }) {
  const t = text.crash;
  if (isAway(error)) return <AwayPage />;
  return (
    <div className="mx-auto max-w-xl px-4 py-16">
      <EmptyState Icon={CircleAlert} title={t.title} action={<Button onClick={() => location.reload()}>{t.reload}</Button>}>
        {t.body}
      </EmptyState>
    </div>
  );
}

function AwayPage() {
  const t = text.away;
  const router = useRouter();
  useEffect(() => {
    const looking = setInterval(() => void router.invalidate(), LOOK_AGAIN_MS);
    return () => clearInterval(looking);
  }, [router]);
  return (
    <div className="mx-auto max-w-xl px-4 py-16" role="status">
      <EmptyState Icon={CloudOff} title={t.title}>
        {t.body}
      </EmptyState>
    </div>
  );
}

/** Answers unknown paths. */
export function NotFoundPage() {
  const t = text.notFound;
  const home = (
    <Button asChild>
      <Link to="/">{t.home}</Link>
    </Button>
  );
  return (
    <div className="mx-auto max-w-xl px-4 py-16">
      <EmptyState Icon={Compass} title={t.title} action={home}>
        {t.body}
      </EmptyState>
    </div>
  );
}
