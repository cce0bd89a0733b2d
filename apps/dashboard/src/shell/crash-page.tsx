import { Link } from '@tanstack/react-router';
import { CircleAlert, Compass } from 'lucide-react';
import { EmptyState } from '../components/page';
import { Button } from '../components/ui/button';
import { text } from './text';

/** Replaces a page that threw an error. */
export function CrashPage() {
  const t = text.crash;
  return (
    <div className="mx-auto max-w-xl px-4 py-16">
      <EmptyState Icon={CircleAlert} title={t.title} action={<Button onClick={() => location.reload()}>{t.reload}</Button>}>
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
